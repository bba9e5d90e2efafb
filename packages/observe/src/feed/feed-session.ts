// One session of the feed: what each of its publishers shows, and what changed since the last update.
import { mergeFile } from "../state/merge-files.ts";
import type { WatchedFile } from "../state/watched.ts";
import { FEED_FILES_MAX, RECENT_MS } from "../limits.ts";
import type { FeedSessionMode } from "./v1-format.ts";
import type { V2Change, V2Session, SessionFields } from "./v2-format.ts";

export interface FeedSessionChange {
  readonly session: FeedSession;
  readonly files: readonly WatchedFile[];
  readonly removed: readonly string[];
  readonly isFieldsChanged: boolean;
  readonly isModeChanged: boolean;
  readonly isUsageChanged: boolean;
  /** Requests blocked since then. */
  readonly blocked: SessionFields["blocked"];
}

interface Contribution {
  fields: SessionFields;
  files: Map<string, WatchedFile>;
}

export class FeedSession {
  readonly key: string;
  readonly agentId: string;
  readonly sessionId: string;
  /** +1 with each change, and with each change of files. */
  seq: number;
  fileSeq: number;
  /** By publisher, nearly always one; the most recent is last. */
  readonly #shown = new Map<string, Contribution>();
  #fields: SessionFields | undefined;
  #dirty = new Set<string>();
  #mode: FeedSessionMode = "single_agent";
  #toldMode: FeedSessionMode | undefined;
  #isTold = false;
  #isFieldsChanged = true;
  #isUsageChanged = true;
  #blocked: SessionFields["blocked"][number][] = [];
  /** Increases with every change; cached encodings of older revisions are stale. */
  revision = 0;

  constructor(key: string, agentId: string, sessionId: string, seq: number) {
    this.key = key;
    this.agentId = agentId;
    this.sessionId = sessionId;
    // Readers that reconnect from another server continue from its number.
    this.seq = seq;
    this.fileSeq = seq;
  }

  get mode(): FeedSessionMode {
    return this.#mode;
  }

  set mode(mode: FeedSessionMode) {
    if (mode !== this.#mode) this.revision += 1;
    this.#mode = mode;
  }

  get isShown(): boolean {
    return this.#shown.size > 0;
  }

  get fields(): SessionFields {
    if (this.#fields === undefined) throw new Error("A feed session has at least one publisher");
    return this.#fields;
  }

  isShownBy(publisherId: string): boolean {
    return this.#shown.has(publisherId);
  }

  apply(publisherId: string, message: V2Session | V2Change, nowMs: number): void {
    this.revision += 1;
    const before = this.#shown.get(publisherId);
    const fields = message.fields ?? before?.fields;
    if (fields === undefined) return;
    const files = message.type === "change" ? (before?.files ?? new Map<string, WatchedFile>()) : new Map();
    for (const file of message.files) {
      if (files.size >= FEED_FILES_MAX && !files.has(file.path)) continue;
      files.set(file.path, file);
      this.#dirty.add(file.path);
    }
    if (message.type === "change") for (const path of message.removed) if (files.delete(path)) this.#dirty.add(path);
    if (message.type === "session") for (const path of before?.files.keys() ?? []) this.#dirty.add(path);
    this.#shown.delete(publisherId);
    this.#shown.set(publisherId, { fields, files });
    if (message.fields !== undefined) this.#setFields(fields, before?.fields, nowMs);
  }

  withdraw(publisherId: string): void {
    this.revision += 1;
    const before = this.#shown.get(publisherId);
    this.#shown.delete(publisherId);
    for (const path of before?.files.keys() ?? []) this.#dirty.add(path);
    const last = [...this.#shown.values()].at(-1);
    if (last !== undefined) this.#fields = last.fields;
    this.#isFieldsChanged = true;
  }

  file(path: string): WatchedFile | undefined {
    let merged: WatchedFile | undefined;
    for (const { files } of this.#shown.values()) {
      const file = files.get(path);
      if (file !== undefined) merged = merged === undefined ? file : mergeFile(merged, file);
    }
    return merged;
  }

  *files(): Generator<WatchedFile> {
    if (this.#shown.size === 1) {
      for (const { files } of this.#shown.values()) yield* files.values();
      return;
    }
    const paths = new Set([...this.#shown.values()].flatMap(({ files }) => [...files.keys()]));
    for (const path of paths) {
      const file = this.file(path);
      if (file !== undefined) yield file;
    }
  }

  /** Paths that readers may have received. */
  pathsShown(): string[] {
    return [...new Set([...this.#dirty, ...Array.from(this.files(), ({ path }) => path)])];
  }

  takeChange(): FeedSessionChange {
    const files: WatchedFile[] = [];
    const removed: string[] = [];
    for (const path of this.#dirty) {
      const file = this.file(path);
      if (file === undefined) removed.push(path);
      else files.push(file);
    }
    // The first update is not a change, because readers get the whole session.
    if (this.#isTold) this.seq += 1;
    const isModeChanged = this.#isTold && this.#toldMode !== this.#mode;
    if (isModeChanged || (this.#isTold && files.length + removed.length > 0)) this.fileSeq += 1;
    this.#toldMode = this.#mode;
    this.#isTold = true;
    this.revision += 1;
    const flags = { isFieldsChanged: this.#isFieldsChanged, isModeChanged, isUsageChanged: this.#isUsageChanged };
    const change = { session: this, files, removed, ...flags, blocked: this.#blocked };
    this.#dirty = new Set();
    this.#isFieldsChanged = false;
    this.#isUsageChanged = false;
    this.#blocked = [];
    return change;
  }

  #setFields(fields: SessionFields, before: SessionFields | undefined, nowMs: number): void {
    this.#fields = fields;
    this.#isFieldsChanged = true;
    if (!isSameUsage(fields.usage, before?.usage)) this.#isUsageChanged = true;
    const seen = new Set(before?.blocked.map(nameOf));
    for (const entry of fields.blocked) {
      const isNew = before === undefined ? entry.atMs > nowMs - RECENT_MS : !seen.has(nameOf(entry));
      if (isNew) this.#blocked.push(entry);
    }
  }
}

function nameOf({ path, action, atMs }: SessionFields["blocked"][number]): string {
  return `${atMs} ${action} ${path}`;
}

function isSameUsage(one: SessionFields["usage"], other: SessionFields["usage"]): boolean {
  if (one === undefined || other === undefined) return one === other;
  const [cost, otherCost] = [one.cost, other.cost];
  const isSameCost = cost?.amount === otherCost?.amount && cost?.currency === otherCost?.currency;
  return one.used === other.used && one.size === other.size && isSameCost;
}
