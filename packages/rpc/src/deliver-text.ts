// The one place where text from a wire is parsed into a value, or reported as invalid.
import { isNestedTooDeep } from "@parley/base";
import { HEAD_BYTES, TAIL_BYTES } from "./limits.ts";
import type { Receiver } from "./transport.ts";

export function deliverText(
  receiver: Pick<Receiver, "message" | "malformed">,
  text: string,
  bytes: number,
  parse: (text: string) => unknown = JSON.parse,
): void {
  if (isNestedTooDeep(text)) {
    receiver.malformed({ kind: "too_deep", head: text.slice(0, HEAD_BYTES), tail: text.slice(-TAIL_BYTES), bytes });
    return;
  }
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    receiver.malformed({ kind: "not_json", head: text.slice(0, HEAD_BYTES), tail: "", bytes });
    return;
  }
  receiver.message(value, bytes);
}
