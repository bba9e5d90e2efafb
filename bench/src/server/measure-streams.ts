// What the server uses for each event that it delivers, and how soon the first one follows the agent's.
import { inTempFolder } from "../command-line.ts";
import { median } from "../statistics.ts";
import { CLOCK, startParley } from "./parley-server.ts";
import { converse, type SurfaceName } from "./surfaces.ts";

const TEXT_BYTES = 100;
const FIRST_EVENTS = 15;
const US_PER_MS = 1000;

export interface StreamSample {
  /** CPU of the server for each event. */
  readonly eventUs: number;
  readonly firstMs: number;
}

export function measureStream(name: SurfaceName, count: number, flags: readonly string[]): Promise<StreamSample> {
  return inTempFolder(async (folder) => {
    await using server = await startParley(folder, flags);
    using script = await converse(name, server.address, "script");
    // The first turn starts the agent, and has the hot path compiled.
    await script.prompt(`stream ${count} ${TEXT_BYTES}`);
    await server.idle();
    const before = server.cpuUs();
    const { pieces } = await script.prompt(`stream ${count} ${TEXT_BYTES}`);
    const usedUs = server.cpuUs() - before;
    if (pieces < count) throw new Error(`Of ${count} events ${pieces} came by ${name}`);
    using clock = await converse(name, server.address, CLOCK);
    const firsts: number[] = [];
    for (let turn = 0; turn <= FIRST_EVENTS; turn += 1) {
      const { first, firstMs } = await clock.prompt("now");
      // The first turn starts the agent.
      if (turn > 0) firsts.push(firstMs - Number(/now=(\d+);/.exec(first)?.[1]) / US_PER_MS);
    }
    return { eventUs: usedUs / count, firstMs: median(firsts) };
  });
}
