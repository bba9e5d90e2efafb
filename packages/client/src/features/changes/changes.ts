// Finds the files that a turn changed, however the agent changed them: by a snapshot before and one after.
//
// A prompt waits for the snapshot before it, up to a limit: the first one of a large folder takes a while. After that the prompt
// is sent, and what the agent does through the client (files, terminals, permissions) waits instead. Only what it writes on its own, without
// asking, in that time can be missing from the list. Other changes of the folder during a turn are listed too, such as those of a person or
// another session in the same folder.
import type { ChangedFile, SessionEventBody, SessionUpdate } from "@parley/acp";
import { isObject, type Log, settlesWithin } from "@parley/base";
import { createSnapshots, type FileChange, type Snapshots } from "@parley/machine";
import { homedir } from "node:os";
import { realpath } from "node:fs/promises";
import type { OpenFeature } from "../feature.ts";
import type { Gate } from "../gate/gate.ts";
import type { FeatureLimits } from "../../limits.ts";
import { isBelow } from "../paths.ts";
import { withinMs } from "../signals.ts";
import { checkpointsPath } from "./checkpoints.ts";
import { findApprovals, type Approval } from "./find-approvals.ts";

export interface ChangesOptions {
  readonly gate: Gate;
  readonly parleyHome: string;
  readonly limits: FeatureLimits;
  readonly log: Log;
  /** A server behind the agent says which changes were not approved. */
  readonly isJudgedElsewhere: boolean;
  /** The snapshot before the running turn; undefined when the turn is over. */
  readonly onSnapshot: (sessionId: string, before: string | undefined) => void;
}

export function openChanges(options: ChangesOptions): OpenFeature {
  const tracker = new ChangeTracker(options);
  return {
    handlers: options.isJudgedElsewhere ? { "session/update": ({ update }) => tracker.noticed(update) } : {},
    beforeTurn: () => tracker.before(),
    afterTurn: () => tracker.after(),
    close: () => tracker.close(),
  };
}

class ChangeTracker {
  readonly #options: ChangesOptions;
  readonly #closing = new AbortController();
  #snapshots: Promise<Snapshots> | undefined;
  /** The snapshot before the running turn; undefined if there is none to compare with. */
  #before: Promise<string | undefined> | undefined;
  #isSilent = false;
  /** A server's report on this turn, by path. */
  readonly #unapproved = new Map<string, Approval>();

  constructor(options: ChangesOptions) {
    this.#options = options;
  }

  async before(): Promise<void> {
    const { gate, limits } = this.#options;
    gate.coverage.beginTurn();
    this.#unapproved.clear();
    // From a turn that did not end properly.
    await this.#releaseBefore();
    if (this.#isSilent || (await this.#isTooWide())) return;
    this.#before = this.#take("before");
    gate.holdChanges(this.#before);
    void this.#before.then((before) => this.#options.onSnapshot(gate.scope.id, before));
    if (await settlesWithin(this.#before, limits.snapshotWaitMs)) return;
    const text =
      "Taking a snapshot of this folder. The agent can read in the meantime; its changes wait until the snapshot is done";
    this.#record({ type: "note", level: "info", text });
  }

  noticed(update: SessionUpdate): void {
    if (update.sessionUpdate !== "notice") return;
    for (const { path, approval } of readUnapproved(update)) this.#unapproved.set(path, approval);
  }

  async after(): Promise<void> {
    const before = await this.#before;
    this.#before = undefined;
    if (before === undefined) return;
    try {
      const after = await this.#take("after");
      if (after !== undefined && after !== before) await this.#compare(before, after);
    } finally {
      await this.#release(before);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#releaseBefore();
  }

  async #compare(before: string, after: string): Promise<void> {
    try {
      const { files } = await (await this.#open()).diff(before, after);
      const event = files.length > 0 ? await this.#toEvent(files, before, after) : undefined;
      if (event !== undefined) this.#record(event);
    } catch (cause) {
      this.#fail("Could not determine what this turn changed", cause);
    }
  }

  async #releaseBefore(): Promise<void> {
    const before = await this.#before;
    this.#before = undefined;
    if (before !== undefined) await this.#release(before);
  }

  async #release(before: string): Promise<void> {
    this.#options.onSnapshot(this.#options.gate.scope.id, undefined);
    (await this.#open()).release(before);
  }

  /** Never rejects: a turn runs without a snapshot too. The snapshot before a turn is kept until it is released. */
  async #take(when: "before" | "after"): Promise<string | undefined> {
    const { snapshotMs } = this.#options.limits;
    try {
      const snapshots = await this.#open();
      const take = (signal: AbortSignal) => snapshots.take({ signal, hold: when === "before" });
      const { id } = await withinMs(snapshotMs, this.#closing.signal, take);
      this.#options.log.write("debug", "Took a snapshot", { when, folder: this.#options.gate.scope.cwd, id });
      return id;
    } catch (cause) {
      if (!this.#closing.signal.aborted) this.#fail(`Could not take the snapshot ${when} this turn`, cause);
      return undefined;
    }
  }

  #open(): Promise<Snapshots> {
    const { gate, parleyHome } = this.#options;
    const store = checkpointsPath(parleyHome);
    this.#snapshots ??= createSnapshots({ folder: gate.scope.cwd, store, ours: parleyHome }).catch((error: unknown) => {
      this.#snapshots = undefined;
      throw error;
    });
    return this.#snapshots;
  }

  async #toEvent(files: readonly FileChange[], before: string, after: string): Promise<SessionEventBody | undefined> {
    const { gate, limits, isJudgedElsewhere } = this.#options;
    const { workspace } = (await gate.judge.facts()).ground;
    const found = files.slice(0, limits.changedFilesMax);
    const approvals = isJudgedElsewhere
      ? found.map(({ path }) => this.#unapproved.get(path) ?? "covered")
      : await findApprovals(gate, workspace, found);
    const changed = found.map((file, index) => toChangedFile(file, approvals[index] ?? "uncovered"));
    // What an allowed command did to git's own files is git's business, not a change of the user's work.
    const listed = changed.filter(({ path, isUncovered }) => isUncovered === true || !IN_REPOSITORY.test(path));
    const omitted = files.length - found.length;
    if (listed.length + omitted === 0) return undefined;
    return {
      type: "changes",
      files: listed,
      before,
      after,
      ...(omitted > 0 && { omitted }),
    };
  }

  /** The home folder, or one above it: a snapshot would copy everything the user has. */
  async #isTooWide(): Promise<boolean> {
    const { workspace } = (await this.#options.gate.judge.facts()).ground;
    const home = await realpath(homedir()).catch(() => homedir());
    if (!isBelow(workspace, home)) return false;
    this.#isSilent = true;
    const text = `Changes are not tracked in ${workspace}; use a folder inside it`;
    this.#record({ type: "note", level: "info", text });
    return true;
  }

  #fail(what: string, cause: unknown): void {
    const { snapshotMs } = this.#options.limits;
    const message = cause instanceof Error ? cause.message : String(cause);
    const isLate = cause instanceof Error && cause.name === "TimeoutError";
    const why = isLate ? `it would have taken more than ${snapshotMs} ms` : message;
    // The note is for the user; the log has the cause.
    this.#options.log.write("info", what, { cause });
    this.#record({ type: "note", level: "warning", text: `${what}: ${why}` });
  }

  #record(body: SessionEventBody): void {
    if (!this.#closing.signal.aborted) this.#options.gate.scope.record(body);
  }
}

/** The changes that a server reports as not approved: `_meta.parley.unapproved` of a notice. */
function readUnapproved({
  _meta: meta,
}: {
  readonly _meta?: unknown;
}): { readonly path: string; readonly approval: Approval }[] {
  const own = isObject(meta) ? meta["parley"] : undefined;
  const listed: unknown = isObject(own) ? own["unapproved"] : undefined;
  const rows: readonly unknown[] = Array.isArray(listed) ? listed : [];
  return rows.flatMap((row) => {
    const { path, differs } = isObject(row) ? row : {};
    return typeof path === "string" ? [{ path, approval: differs === true ? "differs" : "uncovered" }] : [];
  });
}

const IN_REPOSITORY = /(?:^|\/)\.git(?:\/|$)/i;

const CHANGES = { added: "added", changed: "modified", deleted: "deleted", renamed: "renamed" } as const;

function toChangedFile({ kind, path, oldPath, content, hunks }: FileChange, approval: Approval): ChangedFile {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  return {
    path,
    change: CHANGES[kind],
    ...(oldPath !== undefined && { from: oldPath }),
    ...(content === "text" && { linesAdded: count("+"), linesRemoved: count("-") }),
    ...(approval !== "covered" && { isUncovered: true }),
    ...(approval === "differs" && { differsFromApproved: true }),
  };
}
