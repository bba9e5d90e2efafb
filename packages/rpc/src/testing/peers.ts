// Two peers on one connection, over each transport that needs no server.
import { PassThrough } from "node:stream";
import { createMemoryPair } from "../memory.ts";
import { createNdjsonTransport } from "../ndjson.ts";
import { createPeer, type Peer, type PeerOptions } from "../peer.ts";
import type { Problem } from "../problem.ts";
import type { Transport } from "../transport.ts";

export type Joined = readonly [name: string, join: () => [Transport, Transport]];

/** For `describe.each`. */
export const transports: readonly Joined[] = [
  ["memory", () => createMemoryPair()],
  ["ndjson", joinByStreams],
];

export function joinByStreams(): [Transport, Transport] {
  const there = new PassThrough();
  const back = new PassThrough();
  return [createNdjsonTransport(back, there), createNdjsonTransport(there, back)];
}

export interface Side {
  readonly peer: Peer;
  readonly problems: Problem[];
}

export function createSide(transport: Transport, options: PeerOptions = {}): Side {
  const problems: Problem[] = [];
  const peer = createPeer(transport, { ...options, onProblem: (problem) => problems.push(problem) });
  return { peer, problems };
}

/** The error a promise rejects with; fails if it does not. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("The promise was expected to reject");
}
