// An answer that was too long to be read is still an answer: whoever waits for it hears so at once.
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { MalformedInput } from "@parley/rpc";
import { LOST_ANSWER_CODE } from "../limits.ts";

/** Only where an id of the message itself can stand: its content may hold anything. */
const ID_IN_HEAD = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+)\s*,/;
const ID_IN_TAIL = /"id"\s*:\s*(\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/;

export function toOversizedAnswer(input: MalformedInput, bytesMax: number): JSONRPCMessage | undefined {
  const id = ID_IN_HEAD.exec(input.head)?.[1] ?? ID_IN_TAIL.exec(input.tail)?.[1];
  if (id === undefined) return undefined;
  const message = `The answer has ${input.bytes} bytes, and ${bytesMax} are the most that is read`;
  return { jsonrpc: "2.0", id: Number(id), error: { code: LOST_ANSWER_CODE, message } };
}
