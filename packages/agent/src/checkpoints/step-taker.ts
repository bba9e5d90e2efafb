// Begins and ends the steps of turns: a snapshot before, one after, the files that differ. A turn goes on without, with a notice.
import type { Clock } from "@parley/base";
import { changedFiles } from "./changed-files.ts";
import { ACTIVITIES_MAX, STEP_PATHS_CHARS_MAX, type CheckpointLimits } from "./limits.ts";
import type { Notices } from "./notices.ts";
import type { SnapshotFolders, Taken } from "./snapshot-folders.ts";
import type { StepRecord } from "./step-record.ts";
import { addActivities, addStep, boundPaths, NOBODY, type RunningStep, type StepPart } from "./steps.ts";

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
  /** The turn that has begun in this process. */
  #turnId: string | undefined;
  /** The turn for which no snapshot could be taken: it is not tried again at each of its effects. */
  #withoutId: string | undefined;
  /** The snapshots before the running step: they stay until it ends. */
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
   * Never rejects. `ignoredFiles`: absolute paths that snapshots would leave out, and that are about to be changed. `signal`: nobody
   * waits for it any more.
   */
  async begin(turnId: string, ignoredFiles: readonly string[], signal: AbortSignal): Promise<void> {
    if (this.#isOff || this.#withoutId === turnId || signal.aborted) return;
    try {
      await this.#begin(turnId, ignoredFiles, signal);
    } catch (cause) {
      // A turn that nobody ended is over all the same.
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

  /** Ends what an agent that was killed has left: nobody knows when it stopped, so it ends now. */
  async recover(): Promise<void> {
    const { running } = await this.#options.record.read();
    if (running === undefined || this.isRunning) return;
    try {
      await this.#finish("interrupted");
    } catch (cause) {
      this.#fail("The turn that was interrupted cannot be undone", cause);
      await this.#forget();
    }
  }

  /** The agent ends, or the session is closed. A turn that has not ended is not this process's any more: others need not wait for it. */
  async leave(): Promise<void> {
    if (!this.#hasBegun) return;
    await this.#hold([]);
    const { record } = this.#options;
    const steps = await record.read();
    if (steps.running !== undefined) await record.write({ ...steps, running: { ...steps.running, pid: NOBODY } });
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
    // What ends here is a piece of this turn, or a turn that nobody ended.
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
        "A turn was interrupted. Whatever changed between then and now counts as its work for /undo and /diff",
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
      notices.tell("info", "The snapshot of this folder takes a while; changes wait until it is there");
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
      notices.tell("info", `There are no checkpoints of ${folder}: work in a folder in it to have /undo`);
    }
    for (const folder of watched.missing) {
      notices.tell("warning", `There are no checkpoints of ${folder}: it cannot be found`);
    }
    return watched.folders.length === 0;
  }

  #fail(what: string, cause: unknown): void {
    const { closing, limits, notices } = this.#options;
    if (closing.aborted) return;
    if (cause instanceof Error && cause.name === "TimeoutError") {
      this.#isOff = true;
      const limit = `${Math.round(limits.snapshotMs / 1_000)} s`;
      const why = `a snapshot of this folder takes more than ${limit}`;
      notices.tell("warning", `There is no /undo in this session from now on: ${why}`);
    } else notices.tellFailure(what, cause);
  }
}
