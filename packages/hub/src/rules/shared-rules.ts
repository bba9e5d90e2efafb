// Rules and remembered choices of servers on one database: each is a document, and the rules file of every home has all of them.
import { isObject, type Log } from "@parley/base";
import { openRulesFile, type RulesFile } from "@parley/home/rules";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { HubStore } from "../api/store.ts";
import { RULES_CHECK_MS } from "../node-limits.ts";

/** Lists of a rules file that servers share. Trusted folders and zones are about one machine. */
const LISTS = ["rules", "autoAllow", "autoReject", "choices"] as const;
const KIND = "rule";
const OWNER = "rules";

interface Entry {
  readonly list: (typeof LISTS)[number];
  readonly value: unknown;
}

type Entries = ReadonlyMap<string, Entry>;

export interface SharedRulesOptions {
  readonly store: Pick<HubStore, "putDocument" | "deleteDocument" | "listDocuments">;
  readonly parleyHome: string;
  readonly log: Log;
}

export class SharedRules {
  readonly #options: SharedRulesOptions;
  readonly #file: RulesFile;
  /** The ids that file and database had in common, so that one that is missing in one of them was revoked there. */
  readonly #knownPath: string;
  #timer: NodeJS.Timeout | undefined;
  #last: Promise<void> = Promise.resolve();
  #read: unknown;

  constructor(options: SharedRulesOptions) {
    this.#options = options;
    this.#file = openRulesFile(options.parleyHome);
    this.#knownPath = join(options.parleyHome, "shared-rules.txt");
  }

  async start(): Promise<void> {
    await this.sync();
    this.#timer = setInterval(() => void this.#check(), RULES_CHECK_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#last;
  }

  /** Resolves when file and database have the same; a failure is logged, and tried again with the next change. */
  sync(): Promise<void> {
    this.#last = this.#last
      .then(() => this.#sync())
      .catch((cause: unknown) => {
        this.#options.log.write("warn", "Could not share rules with other servers", { cause: String(cause) });
      });
    return this.#last;
  }

  /** Answers and other commands change the file, too. */
  async #check(): Promise<void> {
    const rules = await this.#file.read();
    if (rules !== this.#read) await this.sync();
  }

  async #sync(): Promise<void> {
    const { store } = this.#options;
    const rules = await this.#file.read();
    this.#read = rules;
    // A file that cannot be read is not changed, and says nothing of what was revoked.
    if (rules.raw === null) return;
    const local = entriesOf(rules.raw);
    const known = await this.#readKnown();
    const remote = toEntries(await store.listDocuments(KIND, OWNER));
    const isMissing = (id: string, there: Entries): boolean => known.has(id) && !there.has(id);
    const revoked = [...local.keys()].filter((id) => isMissing(id, remote));
    const added = [...remote].filter(([id]) => !local.has(id) && !known.has(id));
    for (const [id, entry] of local)
      if (!remote.has(id) && !known.has(id)) await store.putDocument(KIND, id, OWNER, entry);
    for (const id of remote.keys()) if (isMissing(id, local)) await store.deleteDocument(KIND, id);
    if (revoked.length > 0 || added.length > 0) {
      await this.#file.change((file) => withEntries(file, new Set(revoked), new Map(added)));
      this.#read = await this.#file.read();
    }
    const both = [...local.keys(), ...remote.keys()].filter((id) => !isMissing(id, local) && !isMissing(id, remote));
    await writeFile(this.#knownPath, [...new Set(both)].join("\n"), { mode: 0o600 });
  }

  async #readKnown(): Promise<ReadonlySet<string>> {
    try {
      return new Set((await readFile(this.#knownPath, "utf8")).split("\n"));
    } catch {
      return new Set(); // The first time: everything is kept.
    }
  }
}

function entriesOf(raw: unknown): Map<string, Entry> {
  const file = isObject(raw) ? raw : {};
  const entries = new Map<string, Entry>();
  for (const list of LISTS) {
    const values = file[list];
    for (const value of Array.isArray(values) ? values : []) entries.set(toId(list, value), { list, value });
  }
  return entries;
}

function toEntries(rows: readonly { readonly id: string; readonly value: unknown }[]): Map<string, Entry> {
  return new Map(rows.flatMap(({ id, value }) => (isEntry(value) ? [[id, value] as const] : [])));
}

function isEntry(value: unknown): value is Entry {
  return isObject(value) && LISTS.some((list) => list === value["list"]);
}

function withEntries<File extends Readonly<Record<string, unknown>>>(
  file: File,
  revoked: ReadonlySet<string>,
  added: Entries,
): File {
  const changed: Record<string, unknown> = { ...file };
  for (const list of LISTS) {
    const values = Array.isArray(file[list]) ? (file[list] as readonly unknown[]) : [];
    const kept = values.filter((value) => !revoked.has(toId(list, value)));
    const more = [...added.values()].filter((entry) => entry.list === list).map(({ value }) => value);
    if (kept.length !== values.length || more.length > 0) changed[list] = [...kept, ...more];
  }
  return changed as File;
}

function toId(list: string, value: unknown): string {
  return createHash("sha256")
    .update(`${list} ${JSON.stringify(value)}`)
    .digest("hex");
}
