// Our own agent: how soon it answers, what it takes, what an update costs, how fast it finds what was said.
import { measureUpdate, measureFirstUpdate } from "../agent/measure-stream.ts";
import { measureList, measureLoad } from "../agent/measure-sessions.ts";
import { measureAgentStart, type Start } from "../agent/measure-start.ts";
import { ownCommand } from "../agent/own-agent.ts";
import { findRivals } from "../agent/rivals.ts";
import { measureNode } from "../command-line.ts";
import type { Column, Figure, Row } from "../result.ts";
import { median, toMeasure, toRatio, type Measure } from "../statistics.ts";
import type { Suite, SuiteContext } from "../suite.ts";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

const TEXT_BYTES = 100;
const STARTS = 3;
/** What it takes to make one is half a minute; its figures hardly change. */
const RIVAL_ROUNDS_MAX = 3;

interface Round extends Start {
  readonly nodeMs: number;
  readonly updateUs: number;
  readonly firstUpdateMs: number;
  readonly loadMs: number;
  readonly listMs: number;
  readonly firstListMs: number;
  readonly allPagesMs: number;
}

const COLUMNS: readonly Column[] = [
  { title: "to initialize, CPU ms", digits: 1 },
  { title: "to session/new, CPU ms", digits: 1 },
  { title: "to initialize, ms", digits: 0 },
  { title: "to session/new, ms", digits: 0 },
  { title: "RSS after it, MB", digits: 1 },
];

export const agent: Suite = {
  name: "agent",
  async run(context) {
    const { rounds, progress } = context;
    if (process.platform !== "linux") throw new Error("Only Linux says what another process has used so far");
    const samples: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      progress(`agent, round ${round + 1}`);
      samples.push(await measureRound(context));
    }
    const rows = [toRow("Parley", samples), ...(await measureRivals(context))];
    return {
      name: "agent",
      title: "`parley agent`: from nothing to a session, an update of 100 bytes, a long session, many sessions",
      columns: COLUMNS,
      rows,
      figures: toFigures(samples),
    };
  },
};

async function measureRound({ quick, profileFolder }: SuiteContext): Promise<Round> {
  const count = quick ? 10_000 : 100_000;
  const flags = profileFolder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileFolder}`];
  const [nodeMs, start] = await measureStarts();
  return {
    nodeMs,
    ...start,
    updateUs: await measureUpdate(count, TEXT_BYTES, flags),
    firstUpdateMs: await measureFirstUpdate(),
    loadMs: await measureLoad(quick ? 2_000 : 20_000, TEXT_BYTES),
    ...(await measureList(quick ? 500 : 5_000)),
  };
}

/** Some of each in turn: they are short, and what else the machine does weighs on each alike. */
async function measureStarts(): Promise<[nodeMs: number, start: Start]> {
  const nodes: number[] = [];
  const starts: Start[] = [];
  for (let count = 0; count < STARTS; count += 1) {
    nodes.push(await measureNode());
    const start = await measureAgentStart(async (folder) => {
      await mkdir(join(folder, "work"));
      return ownCommand(folder);
    });
    if (start === undefined) throw new Error("parley agent does not start; build it first");
    starts.push(start);
  }
  const middle = (field: keyof Start): number => median(starts.map((start) => start[field]));
  const [initializeCpuMs, newCpuMs] = [middle("initializeCpuMs"), middle("newCpuMs")];
  const [initializeMs, newMs, rssMb] = [middle("initializeMs"), middle("newMs"), middle("rssMb")];
  return [median(nodes), { initializeCpuMs, newCpuMs, initializeMs, newMs, rssMb }];
}

async function measureRivals({ rounds, progress }: SuiteContext): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, ...rival } of findRivals()) {
    progress(`agent, ${name}`);
    const starts: Start[] = [];
    for (let round = 0; round < Math.min(rounds, RIVAL_ROUNDS_MAX); round += 1) {
      const start = await measureAgentStart((folder) => rival.prepare(folder));
      if (start === undefined) break;
      starts.push(start);
    }
    if (starts.length > 0) rows.push(toRow(name, starts));
  }
  return rows;
}

function toRow(label: string, starts: readonly Start[]): Row {
  const measure = (field: keyof Start): Measure => toMeasure(starts.map((start) => start[field]));
  const fields = ["initializeCpuMs", "newCpuMs", "initializeMs", "newMs", "rssMb"] as const;
  return { label, cells: fields.map(measure) };
}

function toFigures(samples: readonly Round[]): Figure[] {
  const all = (field: keyof Round): number[] => samples.map((sample) => sample[field]);
  const measure = (field: keyof Round): Measure => toMeasure(all(field));
  const ratio = (field: keyof Round): Measure => toRatio(all(field), all("nodeMs"));
  return [
    {
      name: "to the answer of initialize / node -e 0",
      unit: "×",
      digits: 2,
      measure: ratio("initializeCpuMs"),
      atMost: 3,
    },
    { name: "to the answer of session/new / node -e 0", unit: "×", digits: 2, measure: ratio("newCpuMs"), atMost: 3.3 },
    { name: "RSS after session/new", unit: "MB", digits: 1, measure: measure("rssMb"), atMost: 80 },
    { name: "a streamed update, CPU of the agent", unit: "µs", digits: 2, measure: measure("updateUs"), atMost: 12 },
    {
      name: "first update after the model's first token",
      unit: "ms",
      digits: 2,
      measure: measure("firstUpdateMs"),
      atMost: 5,
    },
    {
      name: "20,000 updates loaded and replayed, CPU",
      unit: "ms",
      digits: 0,
      measure: measure("loadMs"),
      atMost: 1000,
    },
    { name: "5,000 sessions listed", unit: "ms", digits: 1, measure: measure("listMs"), atMost: 50 },
    {
      name: "5,000 sessions listed for the first time",
      unit: "ms",
      digits: 1,
      measure: measure("firstListMs"),
      atMost: 50,
    },
    { name: "5,000 sessions, all pages of the list", unit: "ms", digits: 0, measure: measure("allPagesMs") },
  ];
}
