// A mode's tool groups: which tools an agent may use in this mode. A mode only restricts; it never grants.
import { PATTERNS_MAX } from "./limits.ts";
import type { PathFacts, ToolKind } from "./facts.ts";
import { findRoot, toSegments } from "./path-text.ts";
import { compileGlob, type Glob } from "./patterns/glob.ts";
import { compileRegex, matchRegex, type Regex } from "./patterns/regex.ts";
import { matchSequence } from "./patterns/sequence.ts";
import type { RequestKind } from "./request.ts";
import { isObject } from "@parley/base";

/**
 * Without groups, all groups are allowed; `none` allows no group; `mcp` is every server, `mcp:name` or the name of a
 * server only that one; `tool:name` or the name of a tool is that tool.
 */
export interface Mode {
  readonly name: string;
  readonly groups: readonly ModeGroup[];
}

interface ModeGroup {
  readonly name: string;
  /** Undefined means every file. */
  readonly files: FileLimit | undefined;
}

/** Both apply to the path relative to the workspace, or to the other root that contains the file. */
type FileLimit = { readonly globs: readonly Glob[] } | { readonly regex: Regex };

/** Allows nothing, not even a tool or a server of that name. */
const NONE = "none";

/** The group that a request needs; `think` and changing the mode need none. */
export const GROUP_BY_KIND: Readonly<Record<Exclude<RequestKind, "tool" | "mcp">, string>> = {
  read: "read",
  write: "edit",
  delete: "edit",
  move: "edit",
  execute: "command",
  fetch: "fetch",
};
const GROUP_BY_TOOL_KIND: Readonly<Record<ToolKind, string | undefined>> = {
  read: "read",
  search: "read",
  edit: "edit",
  delete: "edit",
  move: "edit",
  execute: "command",
  fetch: "fetch",
  think: undefined,
  switch_mode: undefined,
  other: "other",
};

const OWN_GROUPS: ReadonlySet<string | undefined> = new Set([
  ...Object.values(GROUP_BY_KIND),
  ...Object.values(GROUP_BY_TOOL_KIND),
]);

/** The groups that allow the tools of an MCP server. Its bare name is enough, unless it also names something else. */
export function toServerGroups(server: string): readonly string[] {
  const groups = ["mcp", `mcp:${server}`];
  return OWN_GROUPS.has(server) ? groups : [...groups, server];
}

/** The groups that allow a tool by its name. */
export function toToolGroups(kind: ToolKind, name: string): readonly string[] | undefined {
  const group = GROUP_BY_TOOL_KIND[kind];
  return group === undefined ? undefined : [group, name, `tool:${name}`];
}

/** What a request needs from the mode: one of the groups, for all of these files; unknown files count as any. */
export interface Need {
  readonly groups: readonly string[];
  readonly files: readonly PathFacts[] | "unknown";
}

/**
 * From `{name, groups: ["read", {group: "edit", files: ["docs/**"]}, {group: "edit", fileRegex: "\\.md$"}]}`. An
 * unreadable group is dropped and reported.
 */
export function compileMode(raw: unknown): { readonly mode: Mode; readonly errors: readonly string[] } {
  const name = isObject(raw) && typeof raw["name"] === "string" ? raw["name"] : "unnamed";
  const list: unknown = isObject(raw) ? raw["groups"] : undefined;
  if (!Array.isArray(list) || list.length > PATTERNS_MAX) {
    return {
      mode: { name, groups: [{ name: NONE, files: undefined }] },
      errors: [`${name}: groups: expected a list`],
    };
  }
  const errors: string[] = [];
  const groups = list.map((value: unknown, index) => {
    const group = readGroup(value);
    if (typeof group !== "string") return group;
    errors.push(`${name}: groups[${index}]: expected ${group}`);
    return { name: NONE, files: undefined };
  });
  return { mode: { name, groups }, errors };
}

/** Whether the mode allows the request. */
export function permits(mode: Mode, need: Need | undefined): boolean {
  if (need === undefined || mode.groups.length === 0) return true;
  return mode.groups.some(
    ({ name, files }) => name !== NONE && need.groups.includes(name) && covers(files, need.files),
  );
}

/** A group limited to files does not cover requests without a known file, such as a command or an address. */
function covers(limit: FileLimit | undefined, files: Need["files"]): boolean {
  if (limit === undefined) return true;
  return files !== "unknown" && files.length > 0 && files.every((facts) => isIn(facts, limit));
}

function isIn(facts: PathFacts, limit: FileLimit): boolean {
  const root = findRoot(facts.real, facts);
  if (root === undefined) return false;
  const { isCaseInsensitive } = facts.platform;
  const segments = toSegments(root, facts.real, facts.platform);
  if ("regex" in limit) return matchRegex(limit.regex, segments.join("/"), isCaseInsensitive);
  return limit.globs.some(({ exact, folded }) => matchSequence(isCaseInsensitive ? folded : exact, segments));
}

/** The group, or what was expected. */
function readGroup(value: unknown): ModeGroup | string {
  if (typeof value === "string") return { name: value, files: undefined };
  if (!isObject(value) || typeof value["group"] !== "string") return "a group, or an object with a group and files";
  const files = value["fileRegex"] === undefined ? readGlobs(value["files"]) : readFileRegex(value);
  return typeof files === "string" ? files : { name: value["group"], files };
}

function readFileRegex({ fileRegex, files }: Readonly<Record<string, unknown>>): FileLimit | string {
  if (typeof fileRegex !== "string" || files !== undefined) return "files or a fileRegex, and not both";
  const compiled = compileRegex(fileRegex);
  return "expected" in compiled ? compiled.expected : compiled;
}

function readGlobs(texts: unknown): FileLimit | string {
  if (!Array.isArray(texts) || texts.length === 0) return "files, a list of globs";
  const globs: Glob[] = [];
  for (const text of texts) {
    const compiled = typeof text === "string" ? compileGlob(text) : { expected: "globs as strings" };
    if ("expected" in compiled) return compiled.expected;
    globs.push(...compiled.globs);
  }
  return { globs };
}
