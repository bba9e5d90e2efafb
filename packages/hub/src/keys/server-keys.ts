// The keys of this server: those of its own configuration, and on a shared database those of all servers, less what any of them revoked.
import { isServerKey, type Log, type ServerKey } from "@parley/base";
import { join } from "node:path";
import type { HubKeys, ServerKeysFile } from "../api/keys.ts";
import type { HubStore } from "../api/store.ts";
import { SERVER_KEYS_MAX, SHARED_CHECK_MS } from "../node-limits.ts";
import type { Entries, SharedEntry } from "../sharing/merge-entries.ts";
import { digest, SharedDocuments, type LocalEntries } from "../sharing/shared-documents.ts";

export interface OpenKeysOptions {
  readonly store: HubStore;
  readonly parleyHome: string;
  /** Without it, there are no keys. */
  readonly file: ServerKeysFile | undefined;
  readonly log: Log;
}

export interface OpenKeys {
  readonly keys: HubKeys;
  /** Resolves when the keys of this home and of the database are the same. */
  sync(): Promise<void>;
  stop(): Promise<void>;
}

export async function openKeys({ store, parleyHome, file, log }: OpenKeysOptions): Promise<OpenKeys> {
  const keys = new CurrentKeys(store.nodes?.leaseMs, log);
  if (file === undefined) return { keys, sync: () => Promise.resolve(), stop: () => Promise.resolve() };
  const local = localKeys(file, log);
  if (store.nodes === undefined) return await watchFile(keys, local);
  const shared = new SharedDocuments({
    store,
    kind: "server_key",
    // A revoked key may have leaked, so an old file must not bring it back.
    isFinal: true,
    local,
    toEntry: (id, value) => (isServerKey(value) && value.hash === id ? toEntry(value) : undefined),
    knownPath: join(parleyHome, "shared-keys.txt"),
    onRead: (live, sinceMs) => keys.set(live, sinceMs),
    log,
  });
  await shared.start();
  return { keys, sync: () => shared.sync(), stop: () => shared.stop() };
}

/** For a server with its own store. */
async function watchFile(keys: CurrentKeys, local: LocalEntries): Promise<OpenKeys> {
  const sync = async (): Promise<void> => {
    const entries = await local.read();
    if (entries !== null) keys.set(entries);
  };
  await sync();
  const timer = setInterval(() => void sync(), SHARED_CHECK_MS).unref();
  return { keys, sync, stop: () => Promise.resolve(clearInterval(timer)) };
}

class CurrentKeys implements HubKeys {
  #all: readonly ServerKey[] = [];
  readonly #validMs: number | undefined;
  readonly #log: Log;
  readonly #listeners = new Set<() => void>();
  #readAtMs = Number.NEGATIVE_INFINITY;

  /** `validMs`: for how long the list counts after it was read; undefined if no other server changes it. */
  constructor(validMs: number | undefined, log: Log) {
    this.#validMs = validMs;
    this.#log = log;
  }

  get all(): readonly ServerKey[] {
    return this.#all;
  }

  get isCurrent(): boolean {
    return this.#validMs === undefined || performance.now() - this.#readAtMs < this.#validMs;
  }

  set(entries: Entries, readAtMs: number = performance.now()): void {
    this.#readAtMs = readAtMs;
    const before = JSON.stringify(this.#all);
    const sorted = [...entries.values()].map(({ value }) => value as ServerKey).toSorted(byHash);
    const named = new Map<string, ServerKey>();
    for (const key of sorted) if (!named.has(key.name)) named.set(key.name, key);
    const all = [...named.values()].slice(0, SERVER_KEYS_MAX);
    if (JSON.stringify(all) === before) return;
    this.#all = all;
    for (const { name, hash } of sorted.filter((key) => !all.includes(key))) {
      const message = "A server key is not used, because another one has the same name. Rename one of them";
      this.#log.write("warn", message, { name, hash: hash.slice(0, 8) });
    }
    for (const listener of this.#listeners) listener();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

function localKeys(file: ServerKeysFile, log: Log): LocalEntries {
  let last: { readonly keys: readonly ServerKey[] | null; readonly entries: Entries | null } | undefined;
  return {
    async read() {
      const keys = await file.read();
      if (last === undefined || last.keys !== keys) {
        const entries = keys?.map(normalise).map((key) => [key.hash, toEntry(key)] as const);
        last = { keys, entries: entries === undefined ? null : new Map(entries) };
      }
      return last.entries;
    },
    async change(removed, added) {
      const names = [...removed].map((id) => (last?.entries?.get(id)?.value as ServerKey | undefined)?.name);
      await file.change((keys) => [
        ...keys.filter((key) => !removed.has(idOf(key)) && !added.has(idOf(key))),
        ...[...added.values()].map(({ value }) => value as ServerKey),
      ]);
      const message = "A server key was revoked, and removed from config.json. Create a new one if it is needed";
      for (const name of names) log.write("warn", message, { name });
    },
  };
}

function idOf({ hash }: ServerKey): string {
  return hash.toLowerCase();
}

/** A normalised form, for comparison. */
function normalise({ name, hash, scopes }: ServerKey): ServerKey {
  return { name, hash: idOf({ name, hash, scopes }), scopes: [...new Set(scopes)].toSorted() };
}

function toEntry(key: ServerKey): SharedEntry {
  const value = normalise(key);
  return { text: digest(JSON.stringify(value)), value };
}

function byHash(one: ServerKey, other: ServerKey): number {
  return one.hash < other.hash ? -1 : 1;
}
