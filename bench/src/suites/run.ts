// `parley run "say hi"` with a server that runs, with one that is started for it, and without any, beside the stand-alone command
// of before sessions had one owner.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inTempFolder } from "../command-line.ts";
import { buildEarlier } from "../earlier-build.ts";
import { runParley, treeCpuMs, type RunCost, type RunPlace } from "../run-cost.ts";
import { median, toMeasure, toRatio } from "../statistics.ts";
import type { Suite } from "../suite.ts";

/** The last commit whose `run` was a client of its own. */
const EARLIER = "4e168b75";
const PROGRAM = fileURLToPath(new URL("../../../apps/cli/dist/parley.cjs", import.meta.url));
const RUNS = 5;
const RUN = ["run", "say hi"];
const IDLE_SECONDS = "600";

type Way = "earlier" | "warm" | "cold" | "alone";

const LABELS: Readonly<Record<Way, string>> = {
  earlier: `stand-alone, ${EARLIER}`,
  warm: "a server is running",
  cold: "a server is started for it",
  alone: "--no-server",
};

const ATMOST = { warm: 0.8, cold: 2.5, alone: 1.6 } as const;

export const run: Suite = {
  name: "run",
  async run({ rounds, quick, progress }) {
    if (process.platform !== "linux") throw new Error("Only Linux says what other processes have used so far");
    const earlier = await buildEarlier(EARLIER, progress);
    const runs = quick ? 2 : RUNS;
    const samples: Record<Way, RunCost[]> = { earlier: [], warm: [], cold: [], alone: [] };
    const starts: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      progress(`run, round ${round + 1}`);
      samples.earlier.push(await inPlace(earlier, (place) => measureAlone(place, runs)));
      samples.warm.push(await inPlace(PROGRAM, (place) => measureWarm(place, runs)));
      samples.alone.push(await inPlace(PROGRAM, (place) => measureAlone(place, runs)));
      samples.cold.push(await measureCold(runs));
      starts.push(await inPlace(PROGRAM, (place) => countStarts(place, runs)));
    }
    const all = (way: Way, field: keyof RunCost): number[] => samples[way].map((sample) => sample[field]);
    return {
      name: "run",
      title: '`parley run "say hi"`: until it is over, and the CPU of the command, its agent and its server together',
      columns: [
        { title: "ms", digits: 0 },
        { title: "CPU ms", digits: 0 },
      ],
      rows: (Object.keys(samples) as Way[]).map((way) => ({
        label: LABELS[way],
        cells: [toMeasure(all(way, "wallMs")), toMeasure(all(way, "cpuMs"))],
      })),
      figures: [
        ...(["warm", "cold", "alone"] as const).flatMap((way) =>
          (["wallMs", "cpuMs"] as const).map((field) => ({
            name: `parley run, ${LABELS[way]} / stand-alone before, ${field === "wallMs" ? "time" : "CPU"}`,
            unit: "×",
            digits: 2,
            measure: toRatio(all(way, field), all("earlier", field)),
            atMost: ATMOST[way],
          })),
        ),
        {
          name: "starts of a third-party agent by further runs with a running server",
          unit: "",
          digits: 0,
          measure: toMeasure(starts),
          atMost: 0,
        },
      ],
    };
  },
};

/** The first run creates the home and fills caches, and is not counted. */
async function measureAlone(place: RunPlace, runs: number): Promise<RunCost> {
  const args = [...RUN, "--no-server"];
  await runParley(place, args);
  return average(await repeat(runs, async () => (await runParley(place, args)).cost));
}

async function measureWarm(place: RunPlace, runs: number): Promise<RunCost> {
  return withServer(place, async (pid) => {
    await runParley(place, RUN);
    const before = treeCpuMs(pid);
    const { wallMs, cpuMs } = average(await repeat(runs, async () => (await runParley(place, RUN)).cost));
    return { wallMs, cpuMs: cpuMs + (treeCpuMs(pid) - before) / runs };
  });
}

/** Each with a home of its own, whose server the run starts. */
async function measureCold(runs: number): Promise<RunCost> {
  return average(
    await repeat(runs, () =>
      inPlace(PROGRAM, async (place) => {
        const { cost } = await runParley(place, RUN);
        const pid = await findServer(place);
        try {
          return { wallMs: cost.wallMs, cpuMs: cost.cpuMs + treeCpuMs(pid) };
        } finally {
          await stopServer(place);
        }
      }),
    ),
  );
}

/** How often an agent that is not ours was started, after its first run. */
async function countStarts(place: RunPlace, runs: number): Promise<number> {
  const agent = fileURLToPath(new URL("../../../examples/agent.mjs", import.meta.url));
  const file = join(place.folder, "starts");
  const args = ["-c", 'echo started >> "$0"; exec "$1" "$2"', file, process.execPath, agent];
  await writeFile(join(place.home, "config.json"), JSON.stringify({ agents: { counted: { command: "sh", args } } }));
  const count = async (): Promise<number> => (await readFile(file, "utf8")).trim().split("\n").length;
  return withServer(place, async () => {
    const one = ["run", "--agent", "counted", "one two three"];
    await runParley(place, one);
    const before = await count();
    await repeat(runs, () => runParley(place, one));
    return (await count()) - before;
  });
}

async function withServer<Result>(place: RunPlace, work: (pid: number) => Promise<Result>): Promise<Result> {
  await runParley(place, ["server", "start", "--idle-exit", IDLE_SECONDS]);
  try {
    return await work(await findServer(place));
  } finally {
    await stopServer(place);
  }
}

async function findServer(place: RunPlace): Promise<number> {
  const { stdout } = await runParley(place, ["server", "status", "--json"]).catch((cause: unknown) => {
    throw new Error(`No server is running for ${place.home}: the run did not start one`, { cause });
  });
  return (JSON.parse(stdout) as { readonly pid: number }).pid;
}

async function stopServer(place: RunPlace): Promise<void> {
  await runParley(place, ["server", "stop", "--grace-seconds", "0"]);
}

function inPlace<Result>(program: string, work: (place: RunPlace) => Promise<Result>): Promise<Result> {
  return inTempFolder(async (folder) => {
    const home = join(folder, "home");
    await mkdir(home, { mode: 0o700 });
    return await work({ program, home, folder });
  });
}

async function repeat<Result>(times: number, work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let count = 0; count < times; count += 1) results.push(await work());
  return results;
}

function average(costs: readonly RunCost[]): RunCost {
  return { wallMs: median(costs.map(({ wallMs }) => wallMs)), cpuMs: median(costs.map(({ cpuMs }) => cpuMs)) };
}
