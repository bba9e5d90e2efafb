// Splits a stream of bytes into lines.
import { ParleyError } from "@parley/base";
import { EVENT_LINE_CHARS_MAX } from "../limits.ts";

/** Lines come without their newlines; empty ones are skipped. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > EVENT_LINE_CHARS_MAX) {
      throw new ParleyError({
        code: "message_too_large",
        message: `A line is longer than ${EVENT_LINE_CHARS_MAX} characters`,
      });
    }
    for (const line of lines) if (line !== "") yield line;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}
