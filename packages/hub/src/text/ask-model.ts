// Asks the configured model for one answer, and stops waiting at the limit even if the model ignores the signal.
import { ParleyError } from "@parley/base";
import type { Complete } from "../api/sources.ts";
import { ANSWER_MS_MAX } from "../limits.ts";

export async function askModel(complete: Complete, prompt: string, timeoutMs = ANSWER_MS_MAX): Promise<string> {
  const timeout = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new ParleyError({ code: "request_timeout", message: `The model took longer than ${timeoutMs} ms` });
      timeout.abort(error);
      reject(error);
    }, timeoutMs);
  });
  try {
    return await Promise.race([complete(prompt, timeout.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
