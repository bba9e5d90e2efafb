// The response to a refused request.
import { redact } from "@parley/policy";
import { isObject, truncate } from "@parley/base";
import { SUBJECT_CHARS_MAX } from "../limits.ts";

/** From JSON-RPC's range for implementations; −32000 and −32002 have a meaning in ACP. */
export const REFUSED_CODE = -32_001;

export interface Refusal {
  /** One sentence. */
  readonly reason: string;
  readonly rule: string | undefined;
  /** The path or the command. */
  readonly subject: string;
}

/** `id` as written: a number of twenty digits is not rounded. */
export function toErrorLine(id: string, { reason, rule, subject }: Refusal): Buffer {
  const about = truncate(redact(subject), SUBJECT_CHARS_MAX);
  const message = `Refused by the proxy's rules: ${truncate(reason, SUBJECT_CHARS_MAX)}${rule === undefined ? "" : ` (${rule})`}`;
  const error = JSON.stringify({ code: REFUSED_CODE, message, data: { subject: about, rule } });
  return Buffer.from(`{"jsonrpc":"2.0","id":${id},"error":${error}}\n`);
}

/** A question is answered with the agent's own option for rejecting once. Undefined if it offers none. */
export function toRejectionLine(id: string, options: unknown): Buffer | undefined {
  const list: readonly unknown[] = Array.isArray(options) ? options : [];
  const option = list.find((item) => isObject(item) && item["kind"] === "reject_once");
  if (!isObject(option) || typeof option["optionId"] !== "string") return undefined;
  // An id that is also used for another option would be ambiguous.
  const same = list.filter((item) => isObject(item) && item["optionId"] === option["optionId"]);
  if (same.some((item) => isObject(item) && item["kind"] !== "reject_once")) return undefined;
  const outcome = { outcome: "selected", optionId: option["optionId"] };
  return Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify({ outcome })}}\n`);
}
