// A mode's tool groups: which tools an agent may use while the mode is on. A mode only restricts; it never grants.
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
  /** Undefined is every file. */
  readonly files: FileLimit | undefined;
}

/** Both are about the path below the workspace, or below the other root that a file is in. */
type FileLimit = { readonly globs: readonly Glob[] } | { readonly regex: Regex };

/** Gives nothing, not even to a tool or a server that is called so. */
const NONE = "none";

/** Which group a request needs; `think` and the change of a mode need none. */
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

/** What the tools of an MCP server need. Its bare name will do, unless that is the name of something else. */
export function toServerGroups(server: string): readonly string[] {
  const groups = ["mcp", `mcp:${server}`];
  return OWN_GROUPS.has(server) ? groups : [...groups, server];
}

/** What a tool needs if it is called by its name. */
export function toToolGroups(kind: ToolKind, name: string): readonly string[] | undefined {
  const group = GROUP_BY_TOOL_KIND[kind];
  return group === undefined ? undefined : [group, name, `tool:${name}`];
}

/** What a request needs from the mode: one of the groups, for all of these files; unknown ones are any. */
export interface Need {
  readonly groups: readonly string[];
  readonly files: readonly PathFacts[] | "unknown";
}

/**
 * From `{name, groups: ["read", {group: "edit", files: ["docs/**"]}, {group: "edit", fileRegex: "\\.md$"}]}`. A group that
 * cannot be read is not given, and named.
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

/** Whether the mode has what it takes. */
export function permits(mode: Mode, need: Need | undefined): boolean {
  if (need === undefined || mode.groups.length === 0) return true;
  return mode.groups.some(
    ({ name, files }) => name !== NONE && need.groups.includes(name) && covers(files, need.files),
  );
}

/** What is limited to files covers nothing of which no file is known: a command, an address. */
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
    const compiled = typeof text === "string" ? compileGlob(text) : { expected: "globs as texts" };
    if ("expected" in compiled) return compiled.expected;
    globs.push(...compiled.globs);
  }
  return { globs };
}
