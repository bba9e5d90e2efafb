// What agents did to files, and when: of one session, of all sessions of a folder, or of a file that was opened. Bounded in memory.
import { truncate } from "@parley/base";
import { IGNORED_SEGMENTS, toWorkspacePath, type FileAction, type Observation } from "@parley/observe";
import { ACTORS_MAX, FILES_MAX, TITLE_CHARS_MAX } from "../watch-limits.ts";
import { READ, UNASKED, WRITE, type TouchKind } from "./file-states.ts";
import { Samples } from "./samples.ts";
import { Spans } from "./spans.ts";
import { Touches } from "./touches.ts";

/** An agent in a session. */
export interface Actor {
  readonly sessionId: string;
  readonly name: string;
}

const IGNORED: ReadonlySet<string> = new Set(IGNORED_SEGMENTS);

/** Made for `useSyncExternalStore`: `version` is another number after every change. */
export class Recording {
  readonly touches: Touches = new Touches();
  readonly spans: Spans = new Spans();
  readonly samples: Samples = new Samples();
  readonly #actors: Actor[] = [];
  readonly #paths: string[] = [];
  readonly #files = new Map<string, number>();
  readonly #turns = new Map<number, number>();
  readonly #listeners = new Set<() => void>();
  #folder: string | undefined;
  #firstMs = Infinity;
  #lastMs = 0;
  #version = 0;

  constructor(folder?: string) {
    this.#folder = folder;
  }

  get version(): number {
    return this.#version;
  }

  get folder(): string | undefined {
    return this.#folder;
  }

  get actors(): readonly Actor[] {
    return this.#actors;
  }

  /** By their numbers: relative to the folder with `/`, absolute if outside. */
  get paths(): readonly string[] {
    return this.#paths;
  }

  /** When the first thing happened; undefined if nothing has. */
  get firstMs(): number | undefined {
    return this.#lastMs === 0 ? undefined : this.#firstMs;
  }

  get lastMs(): number {
    return this.#lastMs;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** After a batch. */
  changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  actor(sessionId: string, fullName: string): number {
    const name = truncate(fullName, TITLE_CHARS_MAX);
    const known = this.#actors.findIndex((actor) => actor.sessionId === sessionId && actor.name === name);
    if (known !== -1) return known;
    if (this.#actors.length >= ACTORS_MAX) return ACTORS_MAX - 1;
    return this.#actors.push({ sessionId, name }) - 1;
  }

  /** Files that may be touched: their paths are kept once, however many are touched later. */
  know(paths: Iterable<string>): void {
    for (const path of paths) this.#fileOf(path);
  }

  /** The first folder stays: other sessions are shown in it. */
  setFolder(folder: string): void {
    this.#folder ??= folder;
  }

  /** `cwd`: what relative paths are relative to. */
  add(said: Observation, actor: number, cwd: string | undefined = this.#folder): void {
    const { atMs } = said;
    this.#reach(atMs);
    const key = `${actor}:`;
    if (said.type === "file") this.#access(said.path, said.action, atMs, actor, cwd);
    else if (said.type === "unasked" && said.path !== undefined) this.touch(said.path, UNASKED, atMs, actor, cwd);
    else if (said.type === "turn_started") this.#startTurn(atMs, actor);
    else if (said.type === "turn_ended") this.#endTurn(atMs, actor, said.error === undefined ? "done" : "failed");
    else if (said.type === "tool_call") this.#callTool(said, actor);
    else if (said.type === "permission_asked") {
      this.spans.start(`${key}wait:${said.requestId}`, { kind: "wait", actor, title: "Permission", startMs: atMs });
    } else if (said.type === "permission_answered") this.spans.end(`${key}wait:${said.requestId}`, atMs);
    else if (said.type === "usage") {
      const { used, size, cost } = said;
      this.samples.add({ atMs, actor, used, size, cost: cost?.amount, currency: cost?.currency });
    }
  }

  touch(path: string, kind: TouchKind, atMs: number, actor: number, cwd: string | undefined = this.#folder): void {
    this.#reach(atMs);
    const file = this.#fileOf(toWorkspacePath(cwd, path));
    if (file !== undefined) this.touches.add(atMs, file, kind, actor);
  }

  #reach(atMs: number): void {
    this.#firstMs = Math.min(this.#firstMs, atMs);
    this.#lastMs = Math.max(this.#lastMs, atMs);
  }

  #endTurn(atMs: number, actor: number, status: "done" | "failed"): void {
    const key = `${actor}:`;
    this.spans.end(`${key}turn`, atMs, status);
    this.spans.endAll(key, atMs);
  }

  #startTurn(atMs: number, actor: number): void {
    const turn = (this.#turns.get(actor) ?? 0) + 1;
    this.#turns.set(actor, turn);
    this.spans.start(`${actor}:turn`, { kind: "turn", actor, title: `Turn ${turn}`, turn, startMs: atMs });
  }

  #access(path: string, action: FileAction, atMs: number, actor: number, cwd: string | undefined): void {
    if (action === "blocked") return;
    const isWrite = action === "write";
    const isIgnored = !isWrite && path.split(/[\\/]/).some((segment) => IGNORED.has(segment));
    if (!isIgnored) this.touch(path, isWrite ? WRITE : READ, atMs, actor, cwd);
  }

  #callTool(said: Extract<Observation, { readonly type: "tool_call" }>, actor: number): void {
    const { toolCallId, title, name, kind, status, atMs } = said;
    const id = `${actor}:tool:${toolCallId}`;
    const isOver = status === "completed" || status === "failed";
    // An update of a call that ended says nothing new, unless it was never seen.
    if (title !== undefined || name !== undefined || this.spans.isOpen(id) || status === "pending") {
      this.spans.start(id, { kind: "tool", actor, title: title ?? name ?? "", toolKind: kind ?? "", startMs: atMs });
    }
    if (isOver) this.spans.end(id, atMs, status === "failed" ? "failed" : "done");
  }

  #fileOf(path: string | undefined): number | undefined {
    if (path === undefined || path === ".") return undefined;
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    if (this.#paths.length >= FILES_MAX) return undefined;
    const file = this.#paths.push(path) - 1;
    this.#files.set(path, file);
    return file;
  }
}
