// What was measured of the server, as a table and as figures with their targets.
import type { LogCost } from "../log-cost.ts";
import type { Column, Figure, Row, SuiteResult } from "../result.ts";
import { toMeasure, toRatio, type Measure } from "../statistics.ts";
import type { ChangesSample } from "./measure-changes.ts";
import type { EditorSample } from "./measure-editor.ts";
import type { LongSessionSample } from "./measure-long-session.ts";
import type { AgentsSample, SessionsSample } from "./measure-requests.ts";
import type { SlowConnectionsSample } from "./measure-slow-connections.ts";
import type { StreamSample } from "./measure-streams.ts";
import type { CrowdSample } from "./measure-subscribers.ts";
import type { TurnCrowdSample, TurnSample } from "./measure-turns.ts";
import { OPENCODE } from "./opencode-server.ts";
import type { Rate } from "./request-load.ts";
import { SURFACES, type SurfaceName } from "./surfaces.ts";

export interface Samples {
  readonly streams: Readonly<Record<SurfaceName, readonly StreamSample[]>>;
  readonly agents: readonly AgentsSample[];
  readonly ours: readonly SessionsSample[];
  /** Empty where it cannot be had. */
  readonly rivals: readonly SessionsSample[];
  readonly crowds: readonly CrowdSample[];
  readonly logs: readonly LogCost[];
  readonly longSessions: readonly LongSessionSample[];
  readonly changes: readonly ChangesSample[];
  readonly editors: readonly EditorSample[];
  readonly slowConnections: readonly SlowConnectionsSample[];
  readonly emptyTurns: readonly TurnSample[];
  readonly largeTurns: readonly TurnSample[];
  readonly turnCrowds: readonly TurnCrowdSample[];
}

type Target = Pick<Figure, "atMost" | "atLeast">;

const COLUMNS: readonly Column[] = [
  { title: "an event delivered, CPU µs", digits: 1 },
  { title: "first event after the agent's, ms", digits: 2 },
  { title: "requests/s", digits: 0 },
  { title: "a request, CPU µs", digits: 0 },
];

export function toResult(samples: Samples): SuiteResult {
  const { streams, agents, ours, rivals } = samples;
  const streamRows = SURFACES.map((label): Row => {
    const cells = [pick(streams[label], "eventUs"), pick(streams[label], "firstMs"), undefined, undefined];
    return { label, cells };
  });
  return {
    name: "server",
    title: "`parley serve`: a turn of 10,000 updates of 100 bytes, requests on 32 connections",
    columns: COLUMNS,
    rows: [
      ...streamRows,
      toRateRow("GET /agents", pluck(agents, "ours")),
      toRateRow("bare Hono, the same answer", pluck(agents, "bare")),
      ...toSessionRows("Parley", ours),
      ...toSessionRows(OPENCODE, rivals),
    ],
    figures: [
      ...streamFigures(streams),
      ...crowdFigures(samples.crowds),
      ...slowFigures(samples.slowConnections),
      ...agentsFigures(agents),
      ...rivalFigures(ours, rivals),
      ...logFigures(samples.logs, samples.longSessions),
      ...turnFigures(samples),
      ...changesFigures(samples.changes),
      ...editorFigures(samples.editors),
    ],
  };
}

function toSessionRows(name: string, samples: readonly SessionsSample[]): readonly Row[] {
  if (samples.length === 0) return [];
  return [
    toRateRow(`${name}: a session made`, pluck(samples, "create")),
    toRateRow(`${name}: 100 sessions listed`, pluck(samples, "list")),
  ];
}

function toRateRow(label: string, rates: readonly Rate[]): Row {
  return { label, cells: [undefined, undefined, pick(rates, "perSecond"), pick(rates, "cpuUs")] };
}

function streamFigures(streams: Samples["streams"]): readonly Figure[] {
  return [
    ...SURFACES.map((name) =>
      figure(`an event by ${name}, CPU`, "µs", 1, pick(streams[name], "eventUs"), { atMost: 25 }),
    ),
    ...SURFACES.map((name) =>
      figure(`first event by ${name} after the agent's`, "ms", 2, pick(streams[name], "firstMs"), { atMost: 10 }),
    ),
  ];
}

function crowdFigures(crowds: Samples["crowds"]): readonly Figure[] {
  return [
    figure("2,000 subscribers: events that did not come", "events", 0, pick(crowds, "missing"), { atMost: 0 }),
    figure("2,000 subscribers: RSS", "MB", 0, pick(crowds, "busyRssMb"), { atMost: 350 }),
    figure("2,000 subscribers: an event to one of them, CPU", "µs", 2, pick(crowds, "deliveryUs"), {}),
    figure("8,000 idle subscribers: lost", "subscribers", 0, pick(crowds, "idleLost"), { atMost: 0 }),
    figure("8,000 idle subscribers: RSS", "MB", 0, pick(crowds, "idleRssMb"), {}),
  ];
}

function slowFigures(samples: Samples["slowConnections"]): readonly Figure[] {
  return [
    figure("5,000 slow connections: GET /health, p99", "ms", 1, pick(samples, "p99Ms"), { atMost: 100 }),
    figure("5,000 slow connections: GET /health, median", "ms", 1, pick(samples, "medianMs"), {}),
    figure("5,000 slow connections: RSS", "MB", 0, pick(samples, "rssMb"), {}),
  ];
}

function agentsFigures(agents: Samples["agents"]): readonly Figure[] {
  const [ours, bare] = [pluck(agents, "ours"), pluck(agents, "bare")];
  const rates = toRatio(pluck(ours, "perSecond"), pluck(bare, "perSecond"));
  const perCpu = toRatio(pluck(bare, "cpuUs"), pluck(ours, "cpuUs"));
  return [
    figure("GET /agents / bare Hono, requests a second", "×", 2, rates, { atLeast: 0.7 }),
    figure("GET /agents / bare Hono, requests a second of CPU", "×", 2, perCpu, { atLeast: 0.7 }),
  ];
}

function rivalFigures(ours: Samples["ours"], rivals: Samples["rivals"]): readonly Figure[] {
  if (rivals.length === 0) return [];
  const ratio = (kind: "create" | "list"): Measure =>
    toRatio(pluck(pluck(ours, kind), "perSecond"), pluck(pluck(rivals, kind), "perSecond"));
  const memory = toRatio(pluck(ours, "rssMb"), pluck(rivals, "rssMb"));
  return [
    figure("sessions made a second / opencode serve", "×", 1, ratio("create"), { atLeast: 10 }),
    figure("sessions listed a second / opencode serve", "×", 1, ratio("list"), { atLeast: 10 }),
    figure("RSS / opencode serve", "×", 2, memory, { atMost: 0.25 }),
    figure("RSS after 600 sessions", "MB", 0, pick(ours, "rssMb"), {}),
  ];
}

function logFigures(logs: Samples["logs"], sessions: Samples["longSessions"]): readonly Figure[] {
  return [
    figure("events appended to the log", "events/s", 0, pick(logs, "perSecond"), { atLeast: 20_000 }),
    figure("an event appended to the log, CPU", "µs", 1, pick(logs, "cpuUs"), {}),
    figure("last page of a session of 100,000 events", "ms", 1, pick(sessions, "pageMs"), { atMost: 50 }),
    figure("RSS, a session of 100,000 events opened, over a short one", "MB", 1, pick(sessions, "growthMb"), {
      atMost: 10,
    }),
    figure("peak RSS, 100,000 events written, over 50,000", "MB", 1, pick(sessions, "writingGrowthMb"), {}),
  ];
}

function turnFigures({ emptyTurns, largeTurns, turnCrowds }: Samples): readonly Figure[] {
  const large = "in a folder of 20,000 files";
  return [
    figure("a turn in an empty folder, CPU", "ms", 1, pick(emptyTurns, "idleMs"), { atMost: 8 }),
    figure("a turn that writes a file, CPU", "ms", 1, pick(emptyTurns, "writingMs"), {}),
    figure(`a turn ${large}, CPU`, "ms", 1, pick(largeTurns, "idleMs"), { atMost: 120 }),
    figure(`a turn that writes a file ${large}, CPU`, "ms", 1, pick(largeTurns, "writingMs"), { atMost: 120 }),
    figure(`200 turns at once ${large}, finished`, "×", 2, pick(turnCrowds, "finished"), { atLeast: 1 }),
    figure(`200 turns at once ${large}, descriptors`, "", 0, pick(turnCrowds, "descriptors"), { atMost: 999 }),
    figure(`200 turns at once ${large}, peak RSS`, "MB", 0, pick(turnCrowds, "rssMb"), { atMost: 400 }),
  ];
}

function changesFigures(changes: Samples["changes"]): readonly Figure[] {
  const what = "1,000 changed files of a turn listed";
  return [
    figure(`${what}, the first time`, "ms", 1, pick(changes, "firstMs"), { atMost: 100 }),
    figure(`${what} again`, "ms", 1, pick(changes, "nextMs"), { atMost: 100 }),
  ];
}

function editorFigures(editors: Samples["editors"]): readonly Figure[] {
  return [
    figure("a file read through an editor, over the disk, p50", "ms", 2, pick(editors, "addedMs"), { atMost: 2 }),
    figure("a file read from the disk, p50", "ms", 2, pick(editors, "diskMs"), {}),
  ];
}

function figure(name: string, unit: string, digits: number, measure: Measure, target: Target): Figure {
  return { name, unit, digits, measure, ...target };
}

function pluck<Sample, Field extends keyof Sample>(samples: readonly Sample[], field: Field): Sample[Field][] {
  return samples.map((sample) => sample[field]);
}

function pick<Field extends string>(samples: readonly Readonly<Record<Field, number>>[], field: Field): Measure {
  return toMeasure(pluck(samples, field));
}
