// When to retry: from the headers or the body of a response.
import type { Clock } from "@parley/base";
import type { ErrorFacts } from "./error-facts.ts";

/** Google says it in the body: `"retryDelay": "13s"`. */
const RETRY_DELAY = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/;

/** Undefined if unknown. Never negative. */
export function readRetryAfter(
  { headers, body }: Pick<ErrorFacts, "headers" | "body">,
  clock: Clock,
): number | undefined {
  const ms = toNumber(headers["retry-after-ms"]);
  if (ms !== undefined) return ms;
  const after = headers["retry-after"]?.trim();
  const seconds = toNumber(after);
  if (seconds !== undefined) return seconds * 1_000;
  const date = after === undefined || after === "" ? Number.NaN : Date.parse(after);
  if (!Number.isNaN(date)) return Math.max(0, date - clock.now());
  const [, delay] = RETRY_DELAY.exec(body) ?? [];
  return delay === undefined ? undefined : Number(delay) * 1_000;
}

function toNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^\s*\d+(?:\.\d+)?\s*$/.test(text)) return undefined;
  return Number(text);
}
