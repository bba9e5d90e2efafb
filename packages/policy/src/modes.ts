// A mode's tool groups: what an agent may reach for at all while the mode is on. A mode takes away, it never gives.
import { PATTERNS_MAX } from "./limits.ts";
import type { PathFacts, ToolKind } from "./facts.ts";
import { compileGlob, type Glob } from "./patterns/glob.ts";
import { matchSequence } from "./patterns/sequence.ts";
import { findRoot, toSegments } from "./paths/path-text.ts";
import type { RequestKind } from "./request.ts";
import { isRecord } from "./rules/fields.ts";

/** No groups are all groups; `none` is no group; `mcp` is every server, the name of a server only that one. */
export interface Mode {
  readonly name: string;
  readonly groups: readonly ModeGroup[];
}

interface ModeGroup {
  readonly name: string;
  /** Undefined is every file. */
  readonly files: readonly Glob[] | undefined;
}

/** Which group a request needs; `think` and the change of a mode need none. */
export const GROUP_BY_KIND: Readonly<Record<Exclude<RequestKind, "tool" | "mcp">, string>> = {
  read: "read",
  write: "edit",
  delete: "edit",
  move: "edit",
  execute: "command",
  fetch: "fetch",
};
export const GROUP_BY_TOOL_KIND: Readonly<Record<ToolKind, string | undefined>> = {
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

/** What a request needs from the mode: one of the groups, for all of these files; unknown ones are any. */
export interface Need {
  readonly groups: readonly string[];
  readonly files: readonly PathFacts[] | "unknown";
}

/** From `{name, groups: ["read", {group: "edit", files: ["docs/**"]}]}`. A group that cannot be read is not given, and named. */
export function compileMode(raw: unknown): { readonly mode: Mode; readonly errors: readonly string[] } {
  const name = isRecord(raw) && typeof raw["name"] === "string" ? raw["name"] : "unnamed";
  const list: unknown = isRecord(raw) ? raw["groups"] : undefined;
  if (!Array.isArray(list) || list.length > PATTERNS_MAX) {
    return {
      mode: { name, groups: [{ name: "none", files: undefined }] },
      errors: [`${name}: groups: expected a list`],
    };
  }
  const errors: string[] = [];
  const groups = list.map((value: unknown, index) => {
    const group = readGroup(value);
    if (typeof group !== "string") return group;
    errors.push(`${name}: groups[${index}]: expected ${group}`);
    return { name: "none", files: undefined };
  });
  return { mode: { name, groups }, errors };
}

/** Whether the mode has what it takes. */
export function permits(mode: Mode, need: Need | undefined): boolean {
  if (need === undefined || mode.groups.length === 0) return true;
  return mode.groups.some(({ name, files }) => need.groups.includes(name) && covers(files, need.files));
}

function covers(globs: readonly Glob[] | undefined, files: Need["files"]): boolean {
  if (globs === undefined) return true;
  return files !== "unknown" && files.every((facts) => isIn(facts, globs));
}

function isIn(facts: PathFacts, globs: readonly Glob[]): boolean {
  const root = findRoot(facts.real, facts);
  if (root === undefined) return false;
  const segments = toSegments(root, facts.real, facts.platform);
  return globs.some(({ exact, folded }) => matchSequence(facts.platform.isCaseInsensitive ? folded : exact, segments));
}

/** The group, or what was expected. */
function readGroup(value: unknown): ModeGroup | string {
  if (typeof value === "string") return { name: value, files: undefined };
  if (!isRecord(value) || typeof value["group"] !== "string") return "a group, or an object with a group and files";
  const texts: unknown = value["files"];
  if (!Array.isArray(texts) || texts.length === 0) return "files, a list of globs";
  const globs: Glob[] = [];
  for (const text of texts) {
    const compiled = typeof text === "string" ? compileGlob(text) : { expected: "globs as texts" };
    if ("expected" in compiled) return compiled.expected;
    globs.push(...compiled.globs);
  }
  return { name: value["group"], files: globs };
}
