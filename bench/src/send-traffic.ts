// The kinds of traffic between a client and an agent.
import type { BenchClient } from "./peers/peer.ts";
import type { TrafficOrder } from "./traffic.ts";

const IN_FLIGHT = 64;

type Send = (client: BenchClient, count: number, textBytes: number) => Promise<void>;

export const sendTraffic: Record<TrafficOrder["kind"], Send> = {
  updates: (client, updates, textBytes) => client.prompt({ updates, textBytes }),
  "round-trips": async (client, count) => {
    for (let left = count; left > 0; left -= 1) await client.setMode("code");
  },
  pipelined: async (client, count) => {
    let left = count;
    const worker = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await client.setMode("code");
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  },
};
