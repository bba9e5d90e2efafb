// The programs of agents as the page groups and names them.
import type { NativeAgent, Operations } from "@parley/contract";

export type Program = Operations["agents/catalogue"]["reply"]["programs"][number];
export type Job = Operations["agents/jobs"]["reply"]["jobs"][number];

interface ProgramGroups {
  /** On this machine, also those that need something before they work. */
  readonly installed: readonly Program[];
  /** In the registry. */
  readonly available: readonly Program[];
  /** Known to Parley, and not on this machine. */
  readonly missing: readonly Program[];
}

export function groupPrograms(programs: readonly Program[]): ProgramGroups {
  const byTitle = programs.toSorted((one, other) => one.title.localeCompare(other.title));
  return {
    installed: byTitle.filter(({ state }) => state !== "available" && state !== "missing"),
    available: byTitle.filter(({ state }) => state === "available"),
    missing: byTitle.filter(({ state }) => state === "missing"),
  };
}

interface Shown {
  readonly tone: "plain" | "good" | "busy" | "need" | "bad" | "new";
  readonly text: string;
}

const STATES: Readonly<Record<Program["state"], Shown>> = {
  ready: { tone: "good", text: "ready" },
  missing: { tone: "plain", text: "not installed" },
  too_old: { tone: "need", text: "too old" },
  broken: { tone: "bad", text: "broken" },
  available: { tone: "new", text: "available" },
};

/** What is most worth knowing comes first. */
export function badgesOf(program: Program): readonly Shown[] {
  const { state, sign_in: signIn, processes, installed_version: own, latest_version: latest } = program;
  const running = processes.filter((process) => process.state === "running").length;
  const failed = processes.some((process) => process.state === "error");
  const isFailedOnly = failed && running === 0 && state === "ready";
  return [
    ...(isFailedOnly
      ? []
      : [running > 0 && state === "ready" ? ({ tone: "busy", text: `running (${running})` } as const) : STATES[state]]),
    ...(failed ? [{ tone: "bad", text: "a process failed" } as const] : []),
    ...(signIn === "needed" ? [{ tone: "need", text: "sign-in needed" } as const] : []),
    ...(signIn === "signed_in" ? [{ tone: "good", text: "signed in" } as const] : []),
    ...(own !== undefined && latest !== undefined ? [{ tone: "new", text: `${latest} available` } as const] : []),
  ];
}

/** Only what Parley installed, or what was added, can be removed. */
export function isRemovable({ origin }: Program): boolean {
  return origin === "installed" || origin === "custom";
}

/** The latest job of each agent. */
export function latestJobs(jobs: readonly Job[]): ReadonlyMap<string, Job> {
  const latest = new Map<string, Job>();
  for (const job of jobs) if (!latest.has(job.agent)) latest.set(job.agent, job);
  return latest;
}

const JOB_WORDS: Readonly<Record<Job["kind"], Readonly<Record<Job["state"], string>>>> = {
  install: {
    running: "Installing",
    completed: "Installed",
    failed: "Installation failed",
    cancelled: "Installation cancelled",
  },
  update: { running: "Updating", completed: "Up to date", failed: "Update failed", cancelled: "Update cancelled" },
  sign_in: { running: "Signing in", completed: "Signed in", failed: "Sign-in failed", cancelled: "Sign-in cancelled" },
};

export function titleOfJob({ kind, state }: Pick<Job, "kind" | "state">): string {
  return JOB_WORDS[kind][state];
}

/** `12 turns, 34 s on average, 92 % successful`. */
export function describeStatistics({ turns, average_ms: ms, success_rate: rate }: NativeAgent["statistics"]): string {
  if (turns === 0) return "No turns yet";
  const parts = [`${turns} ${turns === 1 ? "turn" : "turns"}`];
  if (ms !== undefined) parts.push(`${(ms / 1_000).toFixed(1)} s on average`);
  if (rate !== undefined) parts.push(`${Math.round(rate)} % successful`);
  return parts.join(", ");
}
