// Shows on the terminal what is being done, if it takes long.
import { START_NOTICE_MS } from "../limits.ts";

const CLEAR_LINE = "\r\u001b[K";

/** The line disappears when the work is done; work that is quick is not mentioned. */
export async function showWhile<T>(text: string, work: Promise<T>): Promise<T> {
  const startedAt = performance.now();
  let isShown = false;
  const show = (): void => {
    isShown = true;
    const seconds = Math.floor((performance.now() - startedAt) / 1_000);
    process.stdout.write(`${CLEAR_LINE}${text}${seconds < 1 ? "" : ` ${seconds}s`}`);
  };
  const first = setTimeout(show, START_NOTICE_MS);
  const ticker = setInterval(show, 1_000);
  try {
    return await work;
  } finally {
    clearTimeout(first);
    clearInterval(ticker);
    if (isShown) process.stdout.write(CLEAR_LINE);
  }
}
