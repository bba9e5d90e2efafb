// The kinds of traffic a client sends.
import type { BenchClient } from "./peers/peer.ts";
import type { TrafficOrder } from "./traffic.ts";

const IN_FLIGHT = 64;

export const sendTraffic: Record<TrafficOrder["kind"], (client: BenchClient, count: number) => Promise<void>> = {
  updates: (client, count) => client.prompt(count),
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
