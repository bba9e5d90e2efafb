// The changed files of sessions, as every surface sees them.
import { ParleyError, settlesWithin } from "@parley/base";
import { checkpointsPath } from "@parley/client/features";
import { createSnapshots, type Restored, type Snapshots } from "@parley/machine";
import { realpath } from "node:fs/promises";
import type {
  ChangeList,
  ChangeSelection,
  ChangeWriter,
  FileChanges,
  ReviewAction,
  Reviewed,
  ReviewRequest,
  ShownChange,
} from "../api/file-changes.ts";
import type { HubStore } from "../api/store.ts";
import type { LiveSession } from "../live/live-session.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import { REVIEW_WAIT_MS } from "../limits.ts";
import { isAbandoned } from "../log/abandoned.ts";
import { ChangeIndexes, type ChangeIndex, type TurnChanges } from "./change-index.ts";
import { chooseTargets } from "./choose-targets.ts";
import { describeForAgent } from "./describe-for-agent.ts";
import { toSpans, type FileSpan } from "./file-spans.ts";
import { readTexts } from "./file-texts.ts";
import { findFileWriters, findHunkWriter, toWriter } from "./find-writer.ts";
import { FileReviewer, type FileOutcome } from "./review-files.ts";
import { ReviewQueue } from "./review-queue.ts";
import { ReviewTable, toListed } from "./review-table.ts";
import { readRunningTurn } from "./running-turn.ts";
import { readAllFiles } from "./all-files.ts";
import { selectTurns } from "./select-turns.ts";
import { readWritingCalls } from "./tool-calls.ts";

export interface FileChangesOptions {
  readonly store: HubStore;
  readonly live: LiveSessions;
  readonly parleyHome: string;
  /** Waits for the turn that runs in a session. */
  readonly turnEnded: (sessionId: string) => Promise<unknown> | undefined;
  /** Adds what the agent gets with its next prompt. */
  readonly tell: (session: LiveSession, text: string) => Promise<void>;
}

interface SessionTurns {
  readonly changed: readonly TurnChanges[];
  readonly prompts: ChangeIndex["prompts"];
  readonly isUndone: (path: string, turn: number) => boolean;
}

interface Found {
  readonly session: LiveSession;
  readonly turns: readonly TurnChanges[];
  readonly spans: readonly FileSpan[];
  readonly table: ReviewTable;
}

export class HubFileChanges implements FileChanges {
  readonly #options: FileChangesOptions;
  readonly #indexes: ChangeIndexes;
  /** The snapshots before the turns that run, by session. */
  readonly #running = new Map<string, string>();
  readonly #queue = new ReviewQueue();

  constructor(options: FileChangesOptions) {
    this.#options = options;
    this.#indexes = new ChangeIndexes(options.store);
  }

  noteSnapshot(sessionId: string, before: string | undefined): void {
    if (before === undefined) this.#running.delete(sessionId);
    else this.#running.set(sessionId, before);
  }

  async list(sessionId: string, selection: ChangeSelection = {}): Promise<ChangeList> {
    const { turns, spans, table } = await this.#find(sessionId, selection);
    return {
      turns: turns.map(({ number, seq, at, files, omitted }) => ({
        number,
        ...(seq !== undefined && { seq, atMs: at }),
        isRunning: seq === undefined,
        files: files.length + omitted,
      })),
      files: spans.map((span) => toListed(span, table.find(span))),
      omitted: turns.reduce((sum, { omitted }) => sum + omitted, 0),
    };
  }

  async file(sessionId: string, path: string, selection: ChangeSelection = {}): Promise<ShownChange> {
    const { session, turns, spans, table } = await this.#find(sessionId, selection);
    const span = spans.find((one) => one.path === path) ?? spans.find((one) => one.from === path);
    if (span === undefined) throw notChanged(path);
    const texts = await readTexts(await this.open(session), span);
    const review = table.find(span);
    const paths = span.from === undefined ? [span.path] : [span.path, span.from];
    const touching = turns.filter(({ number }) => span.turns.includes(number));
    const writers = findFileWriters(await this.#readCalls(session, touching), paths);
    return {
      ...toListed(span, review),
      content: texts.content,
      ...(texts.before !== undefined && { before: texts.before }),
      ...(texts.after !== undefined && { after: texts.after }),
      hunks: texts.hunks.map((hunk, index) => {
        const writer = findHunkWriter(writers, hunk, paths);
        const state = review.hunks.get(hunk.id) ?? review.whole;
        return { ...hunk, number: index + 1, state, ...(writer !== undefined && { writer }) };
      }),
      writers: writers.map(toWriter),
    };
  }

  async review(sessionId: string, action: ReviewAction, request: ReviewRequest): Promise<Reviewed> {
    await this.#options.live.get(sessionId);
    const isWaiting = action !== "keep" && request.force !== true;
    return this.#queue.add(sessionId, async (isHoldingTurns) => {
      if (isWaiting && !isHoldingTurns) await this.#turnEnded(sessionId);
      return this.#review(sessionId, action, request);
    });
  }

  /** Runs when the reviews before it are done. The task learns whether a turn waits for it. */
  exclusive<T>(sessionId: string, task: (isHoldingTurns: boolean) => Promise<T>): Promise<T> {
    return this.#queue.add(sessionId, task);
  }

  readIndex(sessionId: string): Promise<ChangeIndex> {
    return this.#indexes.read(sessionId);
  }

  /** All turns that changed files, with everything that they changed. */
  async readTurns(session: LiveSession): Promise<SessionTurns> {
    await session.save();
    const { turns, prompts, reviews } = await this.#indexes.read(session.id);
    const table = new ReviewTable(reviews);
    const isCut = turns.some(({ omitted }) => omitted > 0);
    return {
      changed: isCut ? await readAllFiles(await this.open(session), turns) : turns,
      prompts,
      isUndone: toIsUndone(table),
    };
  }

  /** The tool call that wrote this line of a file. */
  async findWriter(
    session: LiveSession,
    turn: TurnChanges,
    path: string,
    line: string,
  ): Promise<ChangeWriter | undefined> {
    const writers = findFileWriters(await this.#readCalls(session, [turn]), [path]);
    return findHunkWriter(writers, { lines: [`+${line}`] }, [path]);
  }

  /** Undoes all changes to files from this turn on, including kept ones. */
  async undoTurns(
    sessionId: string,
    since: number,
    force: boolean,
  ): Promise<FileOutcome & { readonly after?: string }> {
    const { session, turns, table } = await this.#find(sessionId, { since: `${since}` });
    const snapshots = await this.open(session);
    const isUndone = toIsUndone(table);
    // Changes that are already undone are skipped, and do not prevent undoing the others.
    const left = (await readAllFiles(snapshots, turns)).map((turn) => ({
      ...turn,
      files: turn.files.filter(({ path }) => !isUndone(path, turn.number)),
    }));
    const targets = toSpans(left)
      .map((span) => ({ span, review: table.find(span), hunks: undefined }))
      .filter(({ review }) => review.whole !== "undone" || review.hunks.size > 0);
    if (targets.length === 0) return { done: [], left: [], before: undefined };
    const outcome = await new FileReviewer(snapshots, "undo", force).run(targets);
    return outcome.before === undefined ? outcome : { ...outcome, after: (await snapshots.take()).id };
  }

  /** Restores changes between two snapshots; files that were changed since are skipped unless forced. */
  async restore(
    session: LiveSession,
    { before, after, paths }: { readonly before: string; readonly after: string; readonly paths?: readonly string[] },
    force: boolean,
  ): Promise<Restored> {
    return (await this.open(session)).restore(before, { from: after, paths, overwrite: force });
  }

  /** A turn starts when the reviews before it are done. */
  beforeTurn(sessionId: string): Promise<void> {
    return this.#queue.drained(sessionId);
  }

  async #turnEnded(sessionId: string): Promise<void> {
    const ended = this.#options.turnEnded(sessionId);
    if (ended === undefined || (await settlesWithin(ended, REVIEW_WAIT_MS))) return;
    const message = "A turn is still running, so nothing was changed. Try again when it has ended, or pass force";
    throw new ParleyError({ code: "session_busy", message });
  }

  async #review(sessionId: string, action: ReviewAction, request: ReviewRequest): Promise<Reviewed> {
    const found = await this.#find(sessionId, request);
    const snapshots = await this.open(found.session);
    const isCut = request.paths === undefined && found.turns.some(({ omitted }) => omitted > 0);
    const spans = isCut ? openSpans(await readAllFiles(snapshots, found.turns), found.table) : found.spans;
    const { targets, left } = await chooseTargets({ ...found, spans, action, request, snapshots });
    const outcome: FileOutcome =
      action === "keep"
        ? { done: targets, left: [], before: undefined }
        : await new FileReviewer(snapshots, action, request.force === true).run(targets);
    const files = outcome.done.map(({ span: { path, turns }, hunks }) => ({ path, turns, ...(hunks && { hunks }) }));
    const before = outcome.before === undefined ? {} : { before: outcome.before };
    const { actor } = request;
    if (files.length > 0) {
      found.session.record({ type: "review", action, files, ...before, ...(actor && { actor }) });
      await found.session.save();
      if (action !== "keep") await this.#options.tell(found.session, describeForAgent(action, files));
    }
    const reviewed = files.map(({ path, hunks }) => ({ path, ...(hunks && { hunks }) }));
    return { action, files: reviewed, left: [...left, ...outcome.left], ...before };
  }

  async #find(sessionId: string, selection: ChangeSelection): Promise<Found> {
    const session = await this.#options.live.get(sessionId);
    await session.save();
    const index = await this.#indexes.read(sessionId);
    const before = this.#running.get(sessionId);
    const running = before === undefined ? undefined : await this.#readRunning(session, index.prompts, before);
    const counting = index.turns.filter(({ promptSeq }) => !isAbandoned(session.row, promptSeq));
    const known = { ...index, turns: running === undefined ? counting : [...counting, running] };
    const turns = await selectTurns(this.#options.store, sessionId, known, selection);
    const table = new ReviewTable(index.reviews);
    return { session, turns, spans: openSpans(turns, table), table };
  }

  async #readRunning(
    session: LiveSession,
    prompts: ChangeIndex["prompts"],
    before: string,
  ): Promise<TurnChanges | undefined> {
    const running = { number: prompts.length, promptSeq: prompts.at(-1)?.seq ?? 0, before, files: [], omitted: 0 };
    const calls = await this.#readCalls(session, [running]);
    const turn = await readRunningTurn(await this.open(session), running, calls);
    return turn.files.length === 0 ? undefined : turn;
  }

  async #readCalls(session: LiveSession, turns: readonly TurnChanges[]): ReturnType<typeof readWritingCalls> {
    const { cwd } = session.row;
    const real = await realpath(cwd).catch(() => cwd);
    return readWritingCalls(this.#options.store, { id: session.id, folders: [...new Set([cwd, real])] }, turns);
  }

  open({ row }: LiveSession): Promise<Snapshots> {
    const { parleyHome } = this.#options;
    return createSnapshots({ folder: row.cwd, store: checkpointsPath(parleyHome), ours: parleyHome });
  }
}

/** Kept changes are not part of a later turn's changes to the same file. */
function openSpans(turns: readonly TurnChanges[], table: ReviewTable): FileSpan[] {
  return toSpans(turns, (path, before, { promptSeq }) => table.isKept(path, before.at(-1), promptSeq));
}

function toIsUndone(table: ReviewTable): SessionTurns["isUndone"] {
  return (path, turn) => {
    const { whole, hunks } = table.find({ path, turns: [turn] });
    return whole === "undone" && hunks.size === 0;
  };
}

function notChanged(path: string): ParleyError {
  return new ParleyError({
    code: "file_not_found",
    message: `The selected turns did not change ${JSON.stringify(path)}`,
  });
}
