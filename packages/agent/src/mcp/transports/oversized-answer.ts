// Turns a response that is too long into an error, so that its request does not time out.
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { MalformedInput } from "@parley/rpc";

/** Error code that stands in for a response that was lost or too long. */
export const LOST_ANSWER_CODE = -32_000;

/** Only where the id of the message itself can be: its content may be anything. */
const ID_IN_HEAD = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+)\s*,/;
const ID_IN_TAIL = /"id"\s*:\s*(\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/;

export function toOversizedAnswer(input: MalformedInput, bytesMax: number): JSONRPCMessage | undefined {
  const id = ID_IN_HEAD.exec(input.head)?.[1] ?? ID_IN_TAIL.exec(input.tail)?.[1];
  if (id === undefined) return undefined;
  const message = `The response has ${input.bytes} bytes, more than the maximum of ${bytesMax}`;
  return { jsonrpc: "2.0", id: Number(id), error: { code: LOST_ANSWER_CODE, message } };
}
