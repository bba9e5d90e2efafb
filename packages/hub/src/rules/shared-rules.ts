// Rules and remembered choices of servers on one database: each is a document, and the rules file of every home has all of them.
import { isObject, type Log } from "@parley/base";
import { openRulesFile, type Rules, type RulesFile } from "@parley/home/rules";
import { join } from "node:path";
import type { Entries, SharedEntry } from "../sharing/merge-entries.ts";
import {
  digest,
  SharedDocuments,
  type LocalEntries,
  type SharedDocumentsOptions,
} from "../sharing/shared-documents.ts";

/** Lists of a rules file that servers share. Trusted folders and zones are about one machine. */
const LISTS = ["rules", "autoAllow", "autoReject", "choices"] as const;

interface SharedRule {
  readonly list: (typeof LISTS)[number];
  readonly value: unknown;
}

/** `parleyHome` has the rules file. */
export function shareRules(parleyHome: string, store: SharedDocumentsOptions["store"], log: Log): SharedDocuments {
  return new SharedDocuments({
    store,
    kind: "rule",
    local: localRules(openRulesFile(parleyHome)),
    toEntry: (id, value) => (isRule(value) ? { text: id, value } : undefined),
    knownPath: join(parleyHome, "shared-rules.txt"),
    log,
  });
}

function localRules(file: RulesFile): LocalEntries {
  let last: { readonly rules: Rules; readonly entries: Entries | null } | undefined;
  return {
    async read() {
      const rules = await file.read();
      // An unreadable file is not changed, and does not revoke entries.
      if (last?.rules !== rules) last = { rules, entries: rules.raw === null ? null : entriesOf(rules.raw) };
      return last.entries;
    },
    change: (removed, added) => file.change((raw) => withEntries(raw, removed, added)),
  };
}

function entriesOf(raw: unknown): Entries {
  const file = isObject(raw) ? raw : {};
  const entries = new Map<string, SharedEntry>();
  for (const list of LISTS) {
    const values = file[list];
    for (const value of Array.isArray(values) ? values : []) {
      const id = toId(list, value);
      entries.set(id, { text: id, value: { list, value } satisfies SharedRule });
    }
  }
  return entries;
}

function isRule(value: unknown): value is SharedRule {
  return isObject(value) && LISTS.some((list) => list === value["list"]);
}

function withEntries<File extends Readonly<Record<string, unknown>>>(
  file: File,
  removed: ReadonlySet<string>,
  added: Entries,
): File {
  const changed: Record<string, unknown> = { ...file };
  const rules = [...added.values()].flatMap(({ value }) => (isRule(value) ? [value] : []));
  for (const list of LISTS) {
    const values = Array.isArray(file[list]) ? (file[list] as readonly unknown[]) : [];
    const kept = values.filter((value) => !removed.has(toId(list, value)));
    const more = rules.filter((rule) => rule.list === list).map(({ value }) => value);
    if (kept.length !== values.length || more.length > 0) changed[list] = [...kept, ...more];
  }
  return changed as File;
}

function toId(list: string, value: unknown): string {
  return digest(`${list} ${JSON.stringify(value)}`);
}
