// `parley proxy` beside `cat`: throughput, round trips, memory, and what it costs to show what passes.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CONTENDERS, type ContenderName } from "../proxy/contenders.ts";
import { measureRoundTrip } from "../proxy/latency.ts";
import { measureLongLine, measureLongSession, type LongSession, type LongSessionSample } from "../proxy/memory.ts";
import { measureThroughput, writeLines, type Load } from "../proxy/throughput.ts";
import { measureTick } from "../proxy/ticks.ts";
import type { Figure, Row, SuiteResult } from "../result.ts";
import { canPin } from "../run-entry.ts";
import { toMeasure, toRatio, type Measure } from "../statistics.ts";
import { interleave, type Suite, type SuiteContext } from "../suite.ts";

const MIB = 1024 * 1024;
const FILES = 20_000;
const TICK_WINDOW_MS = 3_000;
const RSS_MB_MAX = 120;
/** These take long and vary little. */
const SLOW_ROUNDS_MAX = 3;
/** Up to this rate, in messages a second, every message is looked at. */
const RATE = 20_000;

interface Work {
  readonly long: Load;
  readonly short: Load;
  readonly pings: { readonly count: number; readonly warmUp: number };
  readonly lineBytes: number;
  readonly session: LongSession;
}

/** 200,000 messages are ten hours with five or six a second. */
const FULL: Work = {
  long: { lineBytes: 4_096, lines: 32_000, times: 8 },
  short: { lineBytes: 100, lines: 500_000, times: 2 },
  pings: { count: 8_000, warmUp: 3_000 },
  lineBytes: 256 * MIB,
  session: { turns: 200, messagesPerTurn: 1_000, rate: RATE },
};

const QUICK: Work = {
  long: { lineBytes: 4_096, lines: 8_000, times: 1 },
  short: { lineBytes: 100, lines: 50_000, times: 1 },
  pings: { count: 800, warmUp: 300 },
  lineBytes: 32 * MIB,
  session: { turns: 20, messagesPerTurn: 1_000, rate: RATE },
};

type Rates = Record<ContenderName, number[]>;

interface Samples {
  readonly long: Rates;
  readonly short: Rates;
  readonly trips: Record<ContenderName | "direct", number[]>;
  readonly lineMb: number[];
  readonly sessions: LongSessionSample[];
  /** Empty where the system does not report what a process uses. */
  readonly tickMs: number[];
}

export const observe: Suite = {
  name: "observe",
  async run(context) {
    const folder = await mkdtemp(join(tmpdir(), "parley-bench-"));
    try {
      return toResult(await measureAll(context, folder));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measureAll({ rounds, quick, progress }: SuiteContext, folder: string): Promise<Samples> {
  const work = quick ? QUICK : FULL;
  const rates = async (load: Load): Promise<Rates> => {
    await writeLines(folder, load);
    return interleave(CONTENDERS, rounds, async (name, round) => {
      progress(`observe, lines of ${load.lineBytes} bytes, ${name}, round ${round + 1}`);
      return measureThroughput(name, load, folder);
    });
  };
  const slowly = async <Sample>(what: string, measure: () => Promise<Sample>): Promise<Sample[]> => {
    const samples: Sample[] = [];
    for (let round = 0; round < Math.min(rounds, SLOW_ROUNDS_MAX); round += 1) {
      progress(`observe, ${what}, round ${round + 1}`);
      samples.push(await measure());
    }
    return samples;
  };
  return {
    long: await rates(work.long),
    short: await rates(work.short),
    trips: await interleave(["direct", ...CONTENDERS] as const, rounds, async (name, round) => {
      progress(`observe, round trips, ${name}, round ${round + 1}`);
      return measureRoundTrip(name, work.pings, folder);
    }),
    lineMb: await slowly("a long line", () => measureLongLine(work.lineBytes, folder)),
    sessions: await slowly("a long session", () => measureLongSession(work.session, folder)),
    tickMs: process.platform === "linux" ? await slowly("ticks", () => measureTick(FILES, TICK_WINDOW_MS, folder)) : [],
  };
}

const LABELS: Readonly<Record<ContenderName, string>> = {
  cat: "cat (two for round trips)",
  blind: "parley proxy --no-observe",
  watching: "parley proxy",
};

function toResult(samples: Samples): SuiteResult {
  const { long, short, trips, lineMb, sessions, tickMs } = samples;
  const added = (name: ContenderName): number[] =>
    trips[name].map((trip, round) => trip - (trips.direct[round] ?? Number.NaN));
  const tick = tickMs.length === 0 ? undefined : toMeasure(tickMs);
  const line = toMeasure(lineMb);
  const session = toMeasure(sessions.map(({ rssMb }) => rssMb));
  const rows = CONTENDERS.map((name): Row => {
    const own = name === "watching" ? [line, session, tick] : [undefined, undefined, undefined];
    const shared = [toMeasure(long[name]), toMeasure(short[name]), toMeasure(added(name))];
    return { label: LABELS[name], cells: [...shared, ...own] };
  });
  return {
    name: "observe",
    title: `\`parley proxy\` beside \`cat\`${canPin ? ", round trips on one core" : ""}`,
    columns: [
      { title: "4 KiB lines, MB/s", digits: 0 },
      { title: "100-byte writes, MB/s", digits: 0 },
      { title: "added round trip, p50 µs", digits: 1 },
      { title: "RSS MB, a line of 256 MiB", digits: 1 },
      { title: "RSS MB, ten hours", digits: 1 },
      { title: "CPU of a tick, 20,000 files, ms", digits: 2 },
    ],
    rows,
    figures: [
      ratio("4 KiB lines, forwarding only / cat", toRatio(long.blind, long.cat), { atLeast: 0.6 }),
      ratio("4 KiB lines, observed / cat", toRatio(long.watching, long.cat), { atLeast: 0.4 }),
      ratio("100-byte writes, forwarding only / cat", toRatio(short.blind, short.cat), { atLeast: 0.25 }),
      ratio("100-byte writes, observed / cat", toRatio(short.watching, short.cat), { atLeast: 0.25 }),
      // Where processes cannot be pinned to a core, the figure says little.
      ratio(
        "added round trip, observed / two cats",
        toRatio(added("watching"), added("cat")),
        canPin ? { atMost: 2 } : {},
      ),
      { name: "RSS, a line of 256 MiB", unit: "MB", digits: 1, measure: line, atMost: RSS_MB_MAX },
      { name: "RSS, ten hours of session", unit: "MB", digits: 1, measure: session, atMost: RSS_MB_MAX },
      {
        name: "messages unseen at 20,000 a second",
        unit: "messages",
        digits: 0,
        measure: toMeasure(sessions.map(({ unseen }) => unseen)),
        atMost: 0,
      },
      ...(tick === undefined
        ? []
        : [{ name: "CPU of a tick, 20,000 files", unit: "ms", digits: 2, measure: tick, atMost: 10 }]),
    ],
  };
}

function ratio(name: string, measure: Measure, target: Pick<Figure, "atMost" | "atLeast">): Figure {
  return { name, unit: "×", digits: 2, measure, ...target };
}
