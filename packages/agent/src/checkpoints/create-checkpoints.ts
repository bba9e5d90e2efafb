// Checkpoints of one session: a snapshot before the first effect of a turn and one after it, with undo and redo.
import { ParleyError, silentLog, systemClock, type Clock, type Log } from "@parley/base";
import type { CheckpointReport, Checkpoints, TakenTurn } from "./checkpoints.ts";
import { diffSteps, isGone } from "./diff-steps.ts";
import { formatChanges } from "./diff-markdown.ts";
import { ACTIVITIES_MAX, type CheckpointLimits, defaultCheckpointLimits } from "../limits.ts";
import { Notices, type Notice } from "./notices.ts";
import { findRivals } from "./other-sessions.ts";
import { restoreTurn } from "./restore-turn.ts";
import { SnapshotFolders } from "./snapshot-folders.ts";
import { clientStorePath, snapshotStorePath, stepsPath } from "./steps-file.ts";
import { StepRecord } from "./step-record.ts";
import { StepTaker } from "./step-taker.ts";
import * as steps from "./steps.ts";

export interface CheckpointsOptions {
  readonly sessionId: string;
  /** Absolute: the folders of the session, the working folder first. */
  readonly roots: readonly string[];
  /** `~/.parley`. */
  readonly parleyHome: string;
  /** False: the client takes the snapshots, and `addTaken` reports them. */
  readonly takes?: boolean | undefined;
  /** Shown to the user: what has no checkpoint, and why. */
  readonly notice: Notice;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
  readonly limits?: Partial<CheckpointLimits> | undefined;
}

/** Nothing is read or written before the first effect. */
export function createCheckpoints(options: CheckpointsOptions): Checkpoints {
  return new SessionCheckpoints(options);
}

class SessionCheckpoints implements Checkpoints {
  readonly #options: CheckpointsOptions;
  readonly #limits: CheckpointLimits;
  readonly #clock: Clock;
  readonly #folders: SnapshotFolders;
  readonly #record: StepRecord;
  readonly #taker: StepTaker;
  readonly #closing = new AbortController();
  /** Effects waiting for a snapshot, with their turns. */
  readonly #waiting = new Map<AbortController, string>();
  /** The running turn is an /undo or /redo; then the last one was. */
  #hasRestored = false;
  #isOwnDoing = false;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: CheckpointsOptions) {
    const { roots, parleyHome, sessionId, notice, takes = true, log = silentLog } = options;
    const limits = { ...defaultCheckpointLimits, ...options.limits };
    this.#options = options;
    this.#limits = limits;
    this.#clock = options.clock ?? systemClock;
    const store = takes ? snapshotStorePath(parleyHome) : clientStorePath(parleyHome);
    this.#folders = new SnapshotFolders({ roots, store, parleyHome, limits });
    this.#record = new StepRecord(stepsPath(parleyHome, sessionId), notice, log);
    this.#taker = new StepTaker({
      folders: this.#folders,
      record: this.#record,
      parleyHome,
      notices: new Notices(notice, log),
      clock: this.#clock,
      limits,
      closing: this.#closing.signal,
    });
  }

  async beforeEffect(turnId: string, ignoredFiles: readonly string[] = []): Promise<void> {
    if (this.#options.takes === false) return;
    const waiting = new AbortController();
    this.#waiting.set(waiting, turnId);
    await this.#inTurn(() => this.#taker.begin(turnId, ignoredFiles, waiting.signal));
    this.#waiting.delete(waiting);
  }

  endTurn(turnId: string): Promise<void> {
    // Effects still waiting will not happen, so a cancelled turn does not wait for its own snapshot.
    for (const [waiting, id] of this.#waiting) if (id === turnId) waiting.abort();
    return this.#inTurn(() => {
      this.#isOwnDoing = this.#hasRestored;
      this.#hasRestored = false;
      return this.#taker.end(turnId);
    });
  }

  addTaken(taken: TakenTurn): Promise<void> {
    return this.#inTurn(async () => {
      // What /undo and /redo did is not a turn to undo.
      if (!this.#isOwnDoing) await this.#taker.add(taken, await this.#folders.cwd());
    });
  }

  undo(): Promise<CheckpointReport> {
    return this.#inTurn(() => this.#restore("undo"));
  }

  redo(): Promise<CheckpointReport> {
    return this.#inTurn(() => this.#restore("redo"));
  }

  diff(what: "session" | "turn"): Promise<string> {
    return this.#inTurn(async () => {
      await this.#taker.recover();
      const record = await this.#record.read();
      const chosen = what === "turn" ? steps.lastTurn(record) : steps.appliedSteps(record);
      const { changes, isCut } = await diffSteps(chosen, await this.#source());
      const cut = "The earliest changes are not shown: their snapshots have expired.";
      if (changes.length === 0) return isCut ? cut : "No changes.";
      return [formatChanges(changes, this.#limits), ...(isCut ? [cut] : [])].join("\n\n");
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#inTurn(() => this.#taker.leave());
  }

  async #restore(direction: "undo" | "redo"): Promise<CheckpointReport> {
    if (this.#taker.isRunning) throw turnIsRunning(direction);
    this.#hasRestored = true;
    await this.#taker.recover();
    const before = await this.#record.read();
    const turn = direction === "undo" ? steps.lastTurn(before) : steps.nextTurn(before);
    if (turn.length === 0) throw nothingTo(direction);
    const restored = await restoreTurn({
      direction,
      steps: turn,
      ...(await this.#source()),
      rivalsOf: (step) => findRivals(this.#record.path, step, this.#clock.now()),
      now: () => this.#clock.now(),
    }).catch(async (error: unknown) => {
      if (!isGone(error)) throw error;
      await this.#record.write(direction === "undo" ? steps.dropApplied(before) : steps.dropUndone(before));
      throw gone(direction, error);
    });
    const moved = direction === "undo" ? -turn.length : turn.length;
    const applied = restored.isUnfinished ? before.applied : before.applied + moved;
    await this.#record.write(steps.addActivities({ ...before, applied }, restored.activities, ACTIVITIES_MAX));
    return restored.report;
  }

  async #source(): Promise<{
    readonly cwd: string;
    readonly parleyHome: string;
    readonly snapshotsOf: SnapshotFolders["of"];
  }> {
    const { parleyHome } = this.#options;
    return { cwd: await this.#folders.cwd(), parleyHome, snapshotsOf: (folder) => this.#folders.of(folder) };
  }

  /** Serialised: a snapshot during a restore would capture a state that never existed. */
  #inTurn<Value>(action: () => Promise<Value>): Promise<Value> {
    const result = this.#queue.then(action);
    this.#queue = result.catch(() => undefined); // The caller gets the error.
    return result;
  }
}

function nothingTo(direction: "undo" | "redo"): ParleyError {
  const message =
    direction === "undo"
      ? "Nothing to undo: no turn of this session has changes left to undo"
      : "Nothing to redo: no turn was undone, or another turn has changed files since";
  return new ParleyError({ code: "usage", message });
}

function turnIsRunning(direction: "undo" | "redo"): ParleyError {
  const remedy = { label: "Wait until it ends, or cancel it" };
  return new ParleyError({
    code: "session_busy",
    message: `Cannot ${direction} while a turn is changing files`,
    remedy,
  });
}

function gone(direction: "undo" | "redo", cause: ParleyError): ParleyError {
  const why = cause.code === "snapshot_not_found" ? "has expired" : "is damaged";
  const message = `The turn cannot be ${direction === "undo" ? "undone" : "redone"}: its snapshot ${why}`;
  return new ParleyError({ code: cause.code, message, cause });
}
