// JSON-RPC framing: bytes in any pieces. Whatever comes, an honest request after it is answered, and every answer is a message.
import { createNdjsonTransport, createPeer } from "@parley/rpc";
import * as fc from "fast-check";
import { PassThrough } from "node:stream";
import { editedBytes, fromBytes, type Bytes } from "../engine/bytes.ts";
import { mutated } from "../engine/mutate.ts";
import { toJson } from "../engine/odd-values.ts";
import { BrokenPromise, defineTarget } from "../engine/target.ts";
import { clientMessages } from "../samples/acp-messages.ts";

interface Input {
  readonly bytes: Bytes;
  /** Where the bytes are cut into pieces. */
  readonly cuts: readonly number[];
}

const line = mutated([
  ...clientMessages,
  { jsonrpc: "2.0", id: 7, method: "echo", params: { a: 1 } },
  { jsonrpc: "2.0", id: "q", method: "fail", params: [1] },
  { jsonrpc: "2.0", method: "note", params: {} },
  { jsonrpc: "2.0", id: 0, result: { ok: true } },
  { jsonrpc: "2.0", id: 0, error: { code: -1, message: "no" } },
  [{ jsonrpc: "2.0", id: 8, method: "echo" }],
]);
const lines = fc
  .array(line, { minLength: 1, maxLength: 6 })
  .map((values) => Buffer.from(values.map((value) => `${toJson(value)}\n`).join("")));
const inputs: fc.Arbitrary<Input> = fc.record({
  bytes: editedBytes(lines),
  cuts: fc.array(fc.nat(5_000), { maxLength: 6 }),
});

const HONEST = `\n${JSON.stringify({ jsonrpc: "2.0", id: "honest", method: "echo", params: { honest: true } })}\n`;
/** What our own handler throws is its own fault; everything else is the caller's. */
const CODES = new Set([-32_700, -32_600, -32_601, -32_602, -32_603, -32_800]);

async function play({ bytes, cuts }: Input): Promise<void> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answers: string[] = [];
  let rest = "";
  output.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    answers.push(...parts);
  });
  const failed: string[] = [];
  const peer = createPeer(createNdjsonTransport(input, output), {
    notifications: { note: () => undefined },
    requests: { echo: (given) => given, fail: () => Promise.reject(new Error("on purpose")) },
    onProblem: () => undefined,
  });
  peer.request("ask", {}).catch((error: unknown) => failed.push(String(error)));
  const honest = new Promise<void>((resolve) => {
    output.on("data", () => answers.some((answer) => answer.includes('"honest":true')) && resolve());
  });
  const buffer = fromBytes(bytes);
  const places = [...cuts.map((cut) => cut % (buffer.length + 1)), buffer.length].toSorted((a, b) => a - b);
  let start = 0;
  for (const end of places) {
    input.write(buffer.subarray(start, end));
    start = end;
  }
  input.write(HONEST);
  await honest;
  input.end();
  await peer.close();
  for (const answer of answers) check(answer);
}

function check(answer: string): void {
  const value = JSON.parse(answer) as Record<string, unknown>;
  if (value["jsonrpc"] !== "2.0") throw new BrokenPromise(`an answer without a version: ${answer.slice(0, 200)}`);
  const error = value["error"] as { code?: unknown; message?: unknown } | undefined;
  if (error === undefined) return;
  if (typeof error.message !== "string" || error.message === "") throw new BrokenPromise(`no message in ${answer}`);
  if (!CODES.has(Number(error.code))) throw new BrokenPromise(`an unknown code in ${answer.slice(0, 200)}`);
}

export const rpcFraming = defineTarget<Input>({
  name: "rpc-framing",
  count: 400,
  inputs,
  open: () => Promise.resolve({ play, [Symbol.asyncDispose]: () => Promise.resolve() }),
});
