// What a tool does, by the kind that the agent says or by the names that tools have; and what that is for the files it names.
import { findMetaName, findName, kindOfName } from "@parley/acp/tool-input";
import { wordsOf, type Fields } from "./fields.ts";
import type { FileAction } from "./observation.ts";

/** Kinds that change something. */
const EFFECTS: ReadonlySet<string> = new Set(["edit", "delete", "move", "execute"]);
const WRITES: ReadonlySet<string> = new Set(["edit", "delete", "move"]);

export function isEffect(kind: string | undefined): boolean {
  return kind !== undefined && EFFECTS.has(kind);
}

/** What naming a file in `locations` or `rawInput` means; undefined if it means nothing. */
export function actionOf(kind: string | undefined): FileAction | undefined {
  if (kind === undefined) return "read";
  if (WRITES.has(kind)) return "write";
  if (kind === "search") return "search";
  return kind === "think" || kind === "fetch" || kind === "switch_mode" ? undefined : "read";
}

/** The name of the tool: said, or kept in `_meta` by an adapter, or a title that is one. */
export function findToolName(fields: Fields): string | undefined {
  const { name, title } = fields;
  const said = wordsOf(name);
  if (said !== undefined) return findName({ name: said });
  const kept = findMetaName(fields);
  if (kept !== undefined) return kept;
  const text = wordsOf(title)?.toLowerCase();
  return text !== undefined && kindOfName(text) !== undefined ? text : undefined;
}

/** What the agent says; where that is nothing, what the name says. */
export function findToolKind(kind: unknown, name: string | undefined): string | undefined {
  const said = wordsOf(kind);
  if (said !== undefined && said !== "other") return said;
  return kindOfName(name ?? "") ?? said;
}
