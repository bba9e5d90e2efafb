// Records the steps of turns: a snapshot before, one after, and the files that differ. If that fails, the turn continues with a notice.
import type { Clock } from "@parley/base";
import type { TakenTurn } from "./checkpoints.ts";
import { changedFiles } from "./changed-files.ts";
import { ACTIVITIES_MAX, type CheckpointLimits, STEP_PATHS_CHARS_MAX } from "../limits.ts";
import type { Notices } from "./notices.ts";
import type { SnapshotFolders, Taken } from "./snapshot-folders.ts";
import type { StepRecord } from "./step-record.ts";
import { addActivities, addStep, boundPaths, NO_PROCESS, type RunningStep, type StepPart } from "./steps.ts";

export interface StepTakerOptions {
  readonly folders: SnapshotFolders;
  readonly record: StepRecord;
  readonly parleyHome: string;
  readonly notices: Notices;
  readonly clock: Clock;
  readonly limits: CheckpointLimits;
  readonly closing: AbortSignal;
}

export class StepTaker {
  readonly #options: StepTakerOptions;
  /** The turn that was started by this process. */
  #turnId: string | undefined;
  /** The turn for which a snapshot failed; its other effects do not try again. */
  #withoutId: string | undefined;
  /** The snapshots before the running step, held until it ends. */
  #held: readonly Taken[] = [];
  #isOff = false;
  #hasBegun = false;

  constructor(options: StepTakerOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#turnId !== undefined;
  }

  /**
   * Never rejects. `ignoredFiles`: absolute paths of ignored files that are about to be changed. `signal`: aborts when the turn no
   * longer waits for it.
   */
  async begin(turnId: string, ignoredFiles: readonly string[], signal: AbortSignal): Promise<void> {
    if (this.#isOff || this.#withoutId === turnId || signal.aborted) return;
    try {
      await this.#begin(turnId, ignoredFiles, signal);
    } catch (cause) {
      // An earlier turn without an end is over as well.
      if (this.#turnId !== turnId) this.#turnId = undefined;
      if (signal.aborted) return;
      this.#withoutId = turnId;
      this.#fail("This turn cannot be undone", cause);
    }
  }

  /** Never rejects. */
  async end(turnId: string): Promise<void> {
    if (this.#turnId !== turnId) return;
    try {
      await this.#finish("ended");
    } catch (cause) {
      this.#fail("This turn cannot be undone", cause);
      if (!this.#options.closing.aborted) await this.#forget();
    } finally {
      this.#turnId = undefined;
      await this.#hold([]);
    }
  }

  /** Never rejects. For snapshots of the working folder that the client has taken. */
  async add({ turnId, before, after }: TakenTurn, folder: string): Promise<void> {
    const { clock } = this.#options;
    const startedAt = clock.now();
    const running = { turnId, startedAt, pid: NO_PROCESS, parts: [{ folder, before }], included: [] };
    try {
      await this.#add(running, [{ folder, id: after, skipped: [] }], "ended");
    } catch (cause) {
      this.#fail("This turn cannot be undone", cause);
    }
  }

  /** Ends the step of an agent process that was killed. Its real end is unknown, so it ends now. */
  async recover(): Promise<void> {
    const { running } = await this.#options.record.read();
    if (running === undefined || this.isRunning) return;
    try {
      await this.#finish("interrupted");
    } catch (cause) {
      this.#fail("The interrupted turn cannot be undone", cause);
      await this.#forget();
    }
  }

  /** For the end of the agent or the session. Marks a running turn as abandoned, so that others need not wait for it. */
  async leave(): Promise<void> {
    if (!this.#hasBegun) return;
    await this.#hold([]);
    const { record } = this.#options;
    const steps = await record.read();
    if (steps.running !== undefined) await record.write({ ...steps, running: { ...steps.running, pid: NO_PROCESS } });
  }

  async #begin(turnId: string, ignoredFiles: readonly string[], signal: AbortSignal): Promise<void> {
    const { record, clock } = this.#options;
    const { running } = await record.read();
    const isSame = this.#turnId === turnId && running?.turnId === turnId;
    const included = new Set([...(isSame ? running.included : []), ...ignoredFiles]);
    if (isSame && included.size === running.included.length) return;
    if (await this.#hasNoFolders()) return;
    const startedAt = clock.now();
    const taken = await this.#take([...included], true, signal);
    const earlier = this.#held;
    this.#held = taken;
    // Ends the first part of this turn, or a turn without an end.
    if (running !== undefined) await this.#add(running, taken, isSame || this.isRunning ? "ended" : "interrupted");
    await this.#options.folders.release(earlier);
    const parts = taken.map(({ folder, id }) => ({ folder, before: id }));
    const begun: RunningStep = { turnId, startedAt, pid: process.pid, parts, included: [...included] };
    await record.write({ ...(await record.read()), running: begun });
    this.#turnId = turnId;
    this.#hasBegun = true;
  }

  async #finish(how: "ended" | "interrupted"): Promise<void> {
    const { record } = this.#options;
    const { running } = await record.read();
    if (running === undefined) return;
    await this.#add(running, await this.#take(running.included, false), how);
    await this.#forget();
  }

  async #forget(): Promise<void> {
    const { record } = this.#options;
    await record.write({ ...(await record.read()), running: undefined });
  }

  async #add(running: RunningStep, taken: readonly Taken[], how: "ended" | "interrupted"): Promise<void> {
    const { record, clock, limits, notices } = this.#options;
    const { turnId, startedAt } = running;
    const endedAt = clock.now();
    const parts = await this.#compare(running, taken);
    if (parts.length === 0) return;
    const activities = parts.map(({ folder, paths }) => ({ startedAt, endedAt, folder, paths }));
    const steps = addStep(await record.read(), { turnId, startedAt, endedAt, parts }, limits.stepsMax);
    await record.write(addActivities(steps, activities, ACTIVITIES_MAX));
    if (how === "interrupted") {
      notices.tell(
        "info",
        "A turn was interrupted. For /undo and /diff, everything changed between then and now counts as part of it",
      );
    }
  }

  async #compare({ parts }: RunningStep, taken: readonly Taken[]): Promise<readonly StepPart[]> {
    const { folders, parleyHome } = this.#options;
    const compared = parts.map(async ({ folder, before }) => {
      const after = taken.find((one) => one.folder === folder)?.id;
      if (after === undefined) return [];
      const files = await changedFiles(await folders.of(folder), { folder, before, after }, parleyHome);
      const paths = files.flatMap(({ path, oldPath }) => (oldPath === undefined ? path : [path, oldPath]));
      return paths.length === 0 ? [] : { folder, before, after, paths: boundPaths(paths, STEP_PATHS_CHARS_MAX) };
    });
    return (await Promise.all(compared)).flat();
  }

  async #hold(taken: readonly Taken[]): Promise<void> {
    const earlier = this.#held;
    this.#held = taken;
    await this.#options.folders.release(earlier);
  }

  async #take(
    included: readonly string[],
    hold: boolean,
    ...signals: readonly AbortSignal[]
  ): Promise<readonly Taken[]> {
    const { folders, limits, closing, notices } = this.#options;
    const slow = setTimeout(() => {
      notices.tell("info", "Taking a snapshot of this folder; changes wait until it is done");
    }, limits.slowSnapshotMs);
    try {
      const signal = AbortSignal.any([closing, AbortSignal.timeout(limits.snapshotMs), ...signals]);
      const taken = await folders.take(included, { signal, hold });
      notices.tellSkipped(taken);
      return taken;
    } finally {
      clearTimeout(slow);
    }
  }

  async #hasNoFolders(): Promise<boolean> {
    const { folders, notices } = this.#options;
    const watched = await folders.watched();
    for (const folder of watched.tooWide) {
      notices.tell("info", `No checkpoints for ${folder}: it is too large. Work in a subfolder to use /undo`);
    }
    for (const folder of watched.missing) {
      notices.tell("warning", `No checkpoints for ${folder}: folder not found`);
    }
    return watched.folders.length === 0;
  }

  #fail(what: string, cause: unknown): void {
    const { closing, limits, notices } = this.#options;
    if (closing.aborted) return;
    if (cause instanceof Error && cause.name === "TimeoutError") {
      this.#isOff = true;
      const limit = `${Math.round(limits.snapshotMs / 1_000)} s`;
      const why = `a snapshot of this folder took longer than ${limit}`;
      notices.tell("warning", `/undo is no longer available in this session: ${why}`);
    } else notices.tellFailure(what, cause);
  }
}
