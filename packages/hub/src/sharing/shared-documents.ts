// Entries of a home's file that all servers on one database share: each is a document, and the file of every home has all of them.
import type { Log } from "@parley/base";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import type { HubStore } from "../api/store.ts";
import type { SharedKind } from "../api/shared-kinds.ts";
import { SHARED_CHECK_MS, SHARED_READ_MS } from "../node-limits.ts";
import { mergeEntries, type Entries, type SharedEntry } from "./merge-entries.ts";

/** The file of a home, as entries. */
export interface LocalEntries {
  /** Null if it cannot be read, which does not revoke entries. The same object as long as nothing changes. */
  read(): Promise<Entries | null>;
  change(removed: ReadonlySet<string>, added: Entries): Promise<void>;
}

export interface SharedDocumentsOptions {
  readonly store: Pick<HubStore, "putDocument" | "deleteDocument" | "listDocuments">;
  readonly kind: SharedKind;
  /** What was revoked cannot be added again. */
  readonly isFinal?: boolean | undefined;
  readonly local: LocalEntries;
  /** A document as an entry; undefined if it is not one. Anyone with access to the database may have written it. */
  readonly toEntry: (id: string, value: unknown) => SharedEntry | undefined;
  /** Has the entries that file and database had in common, so that one that is missing in one of them was revoked there. */
  readonly knownPath: string;
  /** The entries that count, each time they were read from the database; `sinceMs` is from before that (`performance.now`). */
  readonly onRead?: ((live: Entries, sinceMs: number) => void) | undefined;
  readonly log: Log;
}

export class SharedDocuments {
  readonly #options: SharedDocumentsOptions;
  #timer: NodeJS.Timeout | undefined;
  #last: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;
  #read: Entries | null | undefined;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #known: string | undefined;
  #problem = "";

  constructor(options: SharedDocumentsOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    await this.sync();
    this.#timer = setInterval(() => void this.#check(), SHARED_CHECK_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#last;
  }

  /** Resolves when file and database have the same; a failure is logged, and tried again within seconds. */
  sync(): Promise<void> {
    // One that has not begun sees everything up to now.
    this.#waiting ??= this.#syncAfter(this.#last);
    this.#last = this.#waiting;
    return this.#last;
  }

  async #syncAfter(earlier: Promise<void>): Promise<void> {
    await earlier;
    this.#waiting = undefined;
    try {
      await this.#sync();
      this.#problem = "";
    } catch (cause) {
      this.#report(`Could not share ${this.#options.kind} with other servers`, String(cause));
    }
  }

  /** Commands and editors change the file, too, and a notice of another server may be lost. */
  async #check(): Promise<void> {
    const isDue = performance.now() - this.#readAtMs >= SHARED_READ_MS;
    if (isDue || (await this.#options.local.read()) !== this.#read) await this.sync();
  }

  async #sync(): Promise<void> {
    const { store, kind, local, isFinal = false, onRead } = this.#options;
    // In this order, because the known state must come from the file before another process of this home can change it.
    const known = await this.#readKnown();
    const read = await local.read();
    // The first time, a missing file has no entries that could be lost.
    const file = read ?? (known.size === 0 ? new Map<string, SharedEntry>() : null);
    const sinceMs = performance.now();
    const [owner, marks] = [`${kind}s`, revokedKind(kind)];
    const [rows, marked] = [await store.listDocuments(kind, owner), await store.listDocuments(marks, owner)];
    const [remote, revoked] = [this.#toEntries(rows), new Set(marked.map(({ id }) => id))];
    const isReadable = file !== null;
    const { live, steps } = mergeEntries({
      local: file ?? new Map(),
      remote,
      revoked,
      known: isReadable ? known : new Map(),
      isFinal,
    });
    onRead?.(live, sinceMs);
    this.#readAtMs = sinceMs;
    this.#read = read;
    if (!isReadable) return;
    for (const id of steps.restore.keys()) await store.deleteDocument(marks, id);
    for (const [id, { value }] of [...steps.put, ...steps.restore]) await store.putDocument(kind, id, owner, value);
    for (const id of steps.revoke.keys()) {
      // The mark first: whatever happens in between, it is revoked.
      await store.putDocument(marks, id, owner, true);
      await store.deleteDocument(kind, id);
    }
    if (steps.remove.size > 0 || steps.add.size > 0) {
      await local.change(new Set(steps.remove.keys()), steps.add);
      this.#read = await local.read();
    }
    await this.#writeKnown(live);
  }

  #toEntries(rows: readonly { readonly id: string; readonly value: unknown }[]): Entries {
    const entries = new Map<string, SharedEntry>();
    for (const { id, value } of rows) {
      const entry = this.#options.toEntry(id, value);
      if (entry === undefined)
        this.#report("The database has an entry that is not valid", `${this.#options.kind} ${id}`);
      else entries.set(id, entry);
    }
    return entries;
  }

  /** Logged once, until a different error occurs. */
  #report(message: string, cause: string): void {
    if (this.#problem === `${message} ${cause}`) return;
    this.#problem = `${message} ${cause}`;
    this.#options.log.write("warn", message, { cause });
  }

  async #readKnown(): Promise<ReadonlyMap<string, string>> {
    try {
      const lines = (await readFile(this.#options.knownPath, "utf8")).split("\n").filter((line) => line !== "");
      return new Map(lines.map((line) => line.split(" ") as [string, string?]).map(([id, text = id]) => [id, text]));
    } catch {
      return new Map(); // The first time: everything is kept.
    }
  }

  async #writeKnown(live: Entries): Promise<void> {
    const lines = [...live].map(([id, { text }]) => (text === id ? id : `${id} ${text}`)).join("\n");
    if (lines === this.#known) return;
    await writeFile(this.#options.knownPath, lines, { mode: 0o600 });
    this.#known = lines;
  }
}

/** Documents of this kind say that an entry was revoked; they stay. */
function revokedKind(kind: SharedKind): `revoked_${SharedKind}` {
  return `revoked_${kind}`;
}

export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
