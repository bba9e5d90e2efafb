// A tool call of the agent: the tool by its name and kind, and everything that the call is known to name.
import { examineCommand } from "../commands/examine-command.ts";
import { NONE } from "../concerns.ts";
import type { ToolFacts, ToolKind } from "../facts.ts";
import { matchSets, type Item, type Sets } from "../item.ts";
import type { Effect } from "../levels.ts";
import { REASON_SUBJECT_CHARS_MAX } from "../limits.ts";
import { toToolGroups } from "../modes.ts";
import { examinePath } from "../paths/examine-path.ts";
import { redact } from "../redact.ts";
import type { PathKind } from "../request.ts";
import { shorten } from "../text.ts";
import { toCommandKeys } from "./execute.ts";
import { examineUrl, toUrlKeys } from "./fetch.ts";
import type { Kind } from "./kind.ts";
import { examineMention } from "./mention.ts";
import { toGivenKeys, toKey } from "./path-kind.ts";

export const toolKind: Kind<"tool"> = {
  examine: (facts, sets) => examineTool("tool", facts, sets),
  need: ({ kind, name, paths }) => {
    const groups = toToolGroups(kind, name);
    return groups === undefined ? undefined : { groups, files: paths ?? "unknown" };
  },
  subject: ({ name, title }) => redact(title === undefined ? name : `${name}: ${title}`),
  coverages: ({ name }) => [{ kind: "tool", name }],
  takes: (facts) => [`tool:${facts.name}`, ...toInnerKeys(facts, (kind, path) => [toKey(kind, path)])],
  gives: (facts) => [`tool:${facts.name}`, ...toInnerKeys(facts, toGivenKeys)],
};

/** What a tool may do with the paths it names. */
const PATH_KIND: Readonly<Record<ToolKind, PathKind>> = {
  read: "read",
  search: "read",
  think: "read",
  execute: "read",
  fetch: "read",
  switch_mode: "read",
  edit: "write",
  delete: "delete",
  move: "move",
  other: "write",
};
/** Kinds that are fully described by their paths. */
const IS_ALL_PATHS: ReadonlySet<ToolKind> = new Set(["read", "search", "edit", "delete", "move"]);

export function examineTool(request: "tool" | "mcp", facts: ToolFacts, sets: Sets): Item[] {
  const inner = examineInner(facts, sets);
  const { name, kind, server } = facts;
  const names = [name.toLowerCase()];
  if (server !== undefined) names.push(`mcp__${server}__${name}`.toLowerCase());
  const tool = { request, names, kind, server: server?.toLowerCase() };
  const outer: Item = {
    name: shorten(name, REASON_SUBJECT_CHARS_MAX),
    effect: toEffect(request, facts),
    concerns: NONE,
    ...matchSets(sets, (set, matches) => set.tools.match(tool, NONE, matches)),
  };
  // A rule that allows the tool also allows what the call names, within the rule's limits.
  for (const { written, remembered, concerns } of inner) {
    if (outer.written.allow !== undefined) written.add(outer.written.allow, concerns);
    if (outer.remembered.allow !== undefined) remembered.add(outer.remembered.allow, concerns);
  }
  return [outer, ...inner];
}

function examineInner({ kind, paths = [], mentions = [], command, url }: ToolFacts, sets: Sets): Item[] {
  const items = paths.map((path) => examinePath(PATH_KIND[kind], path, sets));
  for (const mention of mentions) items.push(...examineMention(PATH_KIND[kind], mention, sets));
  if (command !== undefined) items.push(...examineCommand(command, sets));
  if (url !== undefined) items.push(examineUrl(url, sets));
  return items;
}

/** If the call's content is known, the tool itself adds nothing; if it is unknown, that is a concern. */
function toEffect(request: "tool" | "mcp", { kind, paths = [], command, url }: ToolFacts): Effect {
  if (request === "mcp") return "tool";
  if (kind === "think") return "nothing";
  if (IS_ALL_PATHS.has(kind)) return paths.length > 0 ? "nothing" : "tool";
  if (kind === "execute") return command === undefined ? "unseen" : "nothing";
  if (kind === "fetch") return url === undefined ? "tool" : "nothing";
  return "tool";
}

type PathKeys = (kind: PathKind, path: NonNullable<ToolFacts["paths"]>[number]) => readonly string[];

export function toInnerKeys({ kind, paths = [], command, url }: ToolFacts, toPathKeys: PathKeys): string[] {
  const keys = paths.flatMap((path) => toPathKeys(PATH_KIND[kind], path));
  if (command !== undefined) keys.push(...toCommandKeys(command));
  if (url !== undefined) keys.push(...toUrlKeys(url));
  return keys;
}
