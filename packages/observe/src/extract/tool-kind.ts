// The effect of a tool, by its stated kind or its name, and the resulting access to the files it names.
import { findMetaName, findName, kindOfName } from "@parley/acp/tool-input";
import { wordsOf, type Fields } from "./fields.ts";
import type { FileAction } from "./observation.ts";

/** Kinds that change something. */
const EFFECTS: ReadonlySet<string> = new Set(["edit", "delete", "move", "execute"]);
const WRITES: ReadonlySet<string> = new Set(["edit", "delete", "move"]);

export function isEffect(kind: string | undefined): boolean {
  return kind !== undefined && EFFECTS.has(kind);
}

/** The access implied by a file in `locations` or `rawInput`; undefined if none. */
export function actionOf(kind: string | undefined): FileAction | undefined {
  if (kind === undefined) return "read";
  if (WRITES.has(kind)) return "write";
  if (kind === "search") return "search";
  return kind === "think" || kind === "fetch" || kind === "switch_mode" ? undefined : "read";
}

/** The name of the tool: stated, in an adapter's `_meta`, or a title that is a name. */
export function findToolName(fields: Fields): string | undefined {
  const { name, title } = fields;
  const said = wordsOf(name);
  if (said !== undefined) return findName({ name: said });
  const kept = findMetaName(fields);
  if (kept !== undefined) return kept;
  const text = wordsOf(title)?.toLowerCase();
  return text !== undefined && kindOfName(text) !== undefined ? text : undefined;
}

/** The stated kind, otherwise the one that the name implies. */
export function findToolKind(kind: unknown, name: string | undefined): string | undefined {
  const said = wordsOf(kind);
  if (said !== undefined && said !== "other") return said;
  return kindOfName(name ?? "") ?? said;
}
