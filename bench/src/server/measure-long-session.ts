// A session of many events: how soon its last page is there, and whether the server's memory grows with it.
import { inTempFolder } from "../command-line.ts";
import { median } from "../statistics.ts";
import { getJson, getText } from "./get-json.ts";
import { startParley } from "./parley-server.ts";
import { converse, toStream } from "./surfaces.ts";

const EVENTS_PER_TURN = 10_000;
const PAGE = 100;
const OPENINGS = 5;

export interface LongSessionSample {
  /** The last page, on a server that has just been started. */
  readonly pageMs: number;
  /** What a server has more after it opened the long session than after it opened a short one. */
  readonly growthMb: number;
  /** How much the most that the server ever had rose while it wrote the second half. */
  readonly writingGrowthMb: number;
}

export function measureLongSession(events: number): Promise<LongSessionSample> {
  return inTempFolder(async (folder) => {
    const { long, short, writingGrowthMb } = await write(folder, events);
    const pages: number[] = [];
    const growths: number[] = [];
    for (let opening = 0; opening < OPENINGS; opening += 1) {
      const { rssMb: shortMb } = await openLast(folder, short);
      const { rssMb, pageMs } = await openLast(folder, long);
      pages.push(pageMs);
      growths.push(rssMb - shortMb);
    }
    return { pageMs: median(pages), growthMb: median(growths), writingGrowthMb };
  });
}

interface Written {
  readonly long: string;
  readonly short: string;
  readonly writingGrowthMb: number;
}

async function write(folder: string, events: number): Promise<Written> {
  await using server = await startParley(folder);
  const partner = { agent: "script", cwd: folder };
  using short = await converse("POST /runs", server.address, partner);
  await short.prompt(toStream(PAGE));
  using long = await converse("POST /runs", server.address, partner);
  const turns = Math.max(2, Math.ceil(events / EVENTS_PER_TURN));
  const peaks: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await long.prompt(toStream(Math.ceil(events / turns)));
    peaks.push(server.rssPeakMb());
  }
  const [early = 0, late = 0] = [peaks[Math.floor(turns / 2) - 1], peaks.at(-1)];
  return { long: long.sessionId, short: short.sessionId, writingGrowthMb: late - early };
}

async function openLast(folder: string, id: string): Promise<{ readonly pageMs: number; readonly rssMb: number }> {
  await using server = await startParley(folder);
  // The connection is there, and what answers is loaded.
  await getText(server.address, "/sessions?limit=1");
  const startMs = performance.now();
  const path = `/sessions/${id}/events?before=${Number.MAX_SAFE_INTEGER}&limit=${PAGE}`;
  const { events } = await getJson<{ readonly events: readonly unknown[] }>(server.address, path);
  const pageMs = performance.now() - startMs;
  if (events.length !== PAGE) throw new Error(`Of ${PAGE} events ${events.length} came`);
  await server.idle();
  return { pageMs, rssMb: server.rssMb() };
}
