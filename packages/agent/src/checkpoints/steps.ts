// The changes of a session step by step, and how many are undone. Plain data with its operations.

/** The changes of one step in one folder: the difference between two snapshots. */
export interface StepPart {
  /** Absolute, without links. */
  readonly folder: string;
  readonly before: string;
  readonly after: string;
  /** Relative to the folder, with slashes, including old names; undefined if there are too many. */
  readonly paths: readonly string[] | undefined;
}

/** A turn or a part of one. */
export interface Step {
  readonly turnId: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly parts: readonly StepPart[];
}

/** The process id of a step without a running process. */
export const NO_PROCESS = 0;

/** A step that has not ended. */
export interface RunningStep {
  readonly turnId: string;
  readonly startedAt: number;
  readonly pid: number;
  readonly parts: readonly Pick<StepPart, "folder" | "before">[];
  /** Absolute paths of ignored files that its snapshots include. */
  readonly included: readonly string[];
}

/** When a session changed files, by a turn or by undo and redo. */
export interface Activity {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly folder: string;
  readonly paths: readonly string[] | undefined;
}

export interface Steps {
  /** Oldest first: applied steps, then undone ones. */
  readonly list: readonly Step[];
  /** Number of applied steps. */
  readonly applied: number;
  readonly running: RunningStep | undefined;
  /** The oldest first. */
  readonly activities: readonly Activity[];
}

export const noSteps: Steps = { list: [], applied: 0, running: undefined, activities: [] };

/** Drops undone steps, which cannot be redone after a new step. */
export function addStep(steps: Steps, step: Step, stepsMax: number): Steps {
  const list = [...steps.list.slice(0, steps.applied), step].slice(-stepsMax);
  return { ...steps, list, applied: list.length };
}

export function addActivities(steps: Steps, activities: readonly Activity[], activitiesMax: number): Steps {
  return { ...steps, activities: [...steps.activities, ...activities].slice(-activitiesMax) };
}

export function appliedSteps({ list, applied }: Steps): readonly Step[] {
  return list.slice(0, applied);
}

/** The steps of the last applied turn, in order; empty if there is nothing to undo. */
export function lastTurn(steps: Steps): readonly Step[] {
  const holding = appliedSteps(steps);
  const turnId = holding.at(-1)?.turnId;
  return holding.slice(holding.findLastIndex((step) => step.turnId !== turnId) + 1);
}

/** The steps of the turn that was undone last, in order. */
export function nextTurn({ list, applied }: Steps): readonly Step[] {
  const undone = list.slice(applied);
  const other = undone.findIndex((step) => step.turnId !== undone[0]?.turnId);
  return other === -1 ? undone : undone.slice(0, other);
}

/** Drops all applied steps. */
export function dropApplied({ list, applied, ...rest }: Steps): Steps {
  return { ...rest, list: list.slice(applied), applied: 0 };
}

/** Drops the undone steps. */
export function dropUndone({ list, applied, ...rest }: Steps): Steps {
  return { ...rest, list: list.slice(0, applied), applied };
}

/** Undefined if they are too many. */
export function boundPaths(paths: readonly string[], charsMax: number): readonly string[] | undefined {
  return paths.reduce((sum, path) => sum + path.length, 0) > charsMax ? undefined : paths;
}
