// What the server uses for each event that it delivers, and how soon the first one follows the agent's.
import { median } from "../statistics.ts";
import { CLOCK, withParley } from "./parley-server.ts";
import { converse, toStream, type SurfaceName } from "./surfaces.ts";

const WARM_UPS = 3;
const TURNS = 3;
const FIRST_EVENTS = 15;
const US_PER_MS = 1000;

export interface StreamSample {
  /** CPU of the server for each event. */
  readonly eventUs: number;
  readonly firstMs: number;
}

export function measureStream(name: SurfaceName, count: number, flags: readonly string[]): Promise<StreamSample> {
  return withParley(flags, async (server, folder) => {
    using script = await converse(name, server.address, { agent: "script", cwd: folder });
    // The first turns start the agent, and have the hot path compiled.
    for (let turn = 0; turn < WARM_UPS; turn += 1) await script.prompt(toStream(count));
    await server.idle();
    const before = server.cpuUs();
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { pieces } = await script.prompt(toStream(count));
      if (pieces < count) throw new Error(`Of ${count} events ${pieces} came by ${name}`);
    }
    const usedUs = server.cpuUs() - before;
    using clock = await converse(name, server.address, { agent: CLOCK, cwd: folder });
    const firsts: number[] = [];
    for (let turn = 0; turn <= FIRST_EVENTS; turn += 1) {
      const { marked } = await clock.prompt("now", "now=");
      const saidUs = Number(/now=(\d+);/.exec(marked?.text ?? "")?.[1]);
      // The first turn starts the agent.
      if (turn > 0) firsts.push((marked?.atMs ?? Number.NaN) - saidUs / US_PER_MS);
    }
    return { eventUs: usedUs / (count * TURNS), firstMs: median(firsts) };
  });
}
