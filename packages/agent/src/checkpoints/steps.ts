// What a session has done to its folders, step by step, and how far it was taken back. Plain data, and what can be done with it.

/** What one step did in one folder: the difference between two snapshots of it. */
export interface StepPart {
  /** Absolute, without links. */
  readonly folder: string;
  readonly before: string;
  readonly after: string;
  /** From the folder, with slashes, old names included; undefined: too many to be kept. */
  readonly paths: readonly string[] | undefined;
}

/** A turn, or a piece of one. */
export interface Step {
  readonly turnId: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly parts: readonly StepPart[];
}

/** Instead of the process that runs a step, once there is none. */
export const NOBODY = 0;

/** A step that has begun and not ended. */
export interface RunningStep {
  readonly turnId: string;
  readonly startedAt: number;
  readonly pid: number;
  readonly parts: readonly Pick<StepPart, "folder" | "before">[];
  /** Absolute: ignored files that its snapshots have nevertheless. */
  readonly included: readonly string[];
}

/** That a session changed files, and when: a turn, or taking one back. */
export interface Activity {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly folder: string;
  readonly paths: readonly string[] | undefined;
}

export interface Steps {
  /** The oldest first: those that hold, then those that were taken back. */
  readonly list: readonly Step[];
  /** How many of them hold. */
  readonly applied: number;
  readonly running: RunningStep | undefined;
  /** The oldest first. */
  readonly activities: readonly Activity[];
}

export const noSteps: Steps = { list: [], applied: 0, running: undefined, activities: [] };

/** What was taken back before cannot be done again after it. */
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

/** The steps of the last turn that holds, in their order; none: there is nothing to take back. */
export function lastTurn(steps: Steps): readonly Step[] {
  const holding = appliedSteps(steps);
  const turnId = holding.at(-1)?.turnId;
  return holding.slice(holding.findLastIndex((step) => step.turnId !== turnId) + 1);
}

/** The steps of the turn that was taken back last, in their order. */
export function nextTurn({ list, applied }: Steps): readonly Step[] {
  const undone = list.slice(applied);
  const other = undone.findIndex((step) => step.turnId !== undone[0]?.turnId);
  return other === -1 ? undone : undone.slice(0, other);
}

/** Without the turn that would be taken back next, and all before it. */
export function dropApplied({ list, applied, ...rest }: Steps): Steps {
  return { ...rest, list: list.slice(applied), applied: 0 };
}

/** Without what was taken back. */
export function dropUndone({ list, applied, ...rest }: Steps): Steps {
  return { ...rest, list: list.slice(0, applied), applied };
}

/** Undefined where they are too many to be kept. */
export function boundPaths(paths: readonly string[], charsMax: number): readonly string[] | undefined {
  return paths.reduce((sum, path) => sum + path.length, 0) > charsMax ? undefined : paths;
}
