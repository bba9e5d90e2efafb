// A peer over real Node streams, with the test as the other side of the wire.
import { PassThrough } from "node:stream";
import { createNdjsonTransport } from "../ndjson.ts";
import { createPeer, type Peer, type PeerOptions } from "../peer.ts";
import type { Problem } from "../problem.ts";
import { Queue } from "./queue.ts";

export interface RawPeer {
  readonly peer: Peer;
  /** What the peer reads. */
  readonly input: PassThrough;
  /** What the peer writes. */
  readonly output: PassThrough;
  /** Messages the peer has written. */
  readonly written: Queue<unknown>;
  readonly problems: Problem[];
  /** Writes each value as a line, all in one chunk. */
  readonly say: (...values: unknown[]) => void;
}

export function createRawPeer(options: PeerOptions = {}): RawPeer {
  const input = new PassThrough();
  const output = new PassThrough();
  const problems: Problem[] = [];
  const limits = options.limits ?? {};
  const transport = createNdjsonTransport(input, output, { limits });
  const peer = createPeer(transport, { ...options, onProblem: (problem) => problems.push(problem) });
  const say = (...values: unknown[]): void => {
    input.write(values.map((value) => `${JSON.stringify(value)}\n`).join(""));
  };
  return { peer, input, output, written: readMessages(output), problems, say };
}

function readMessages(output: PassThrough): Queue<unknown> {
  const written = new Queue<unknown>();
  let text = "";
  output.on("data", (chunk: Buffer) => {
    const lines = (text + chunk.toString()).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) written.push(JSON.parse(line));
  });
  return written;
}
