// Maps a mode to its tools and to a policy mode, so that policy denies what the model is not offered.
// This is the only place that defines the groups.
import { compileMode, type Mode } from "@parley/policy";
import type { Tool, ToolGroup } from "../tools/tool.ts";
import type { AgentMode, ModeGroupAccess } from "./mode.ts";

/** A group without tools. */
const NO_GROUP = "none";

type GroupedTool = Pick<Tool, "name" | "groups" | "server">;
type RawGroup = string | ModeGroupAccess;

interface GroupMeaning {
  /** Tool groups that the mode gets. */
  readonly tools: readonly ToolGroup[];
  /**
   * What policy calls the effects of those tools: `read` (read, search), `edit` (write, delete, move), `command` (execute),
   * `fetch`, `mcp`. Policy identifies other effects by the name of the tool.
   */
  readonly effects: readonly RawGroup[];
  /** Tool groups left when the group is limited to some files. Paths cannot limit commands and pages, so those are dropped. */
  readonly whenLimited: readonly ToolGroup[];
}

const MEANINGS: Readonly<Record<ToolGroup, GroupMeaning>> = {
  developer: {
    tools: ["developer", "read", "edit", "command"],
    effects: ["read", "edit", "command"],
    whenLimited: ["read", "edit"],
  },
  read: { tools: ["read"], effects: ["read"], whenLimited: ["read"] },
  edit: { tools: ["edit"], effects: ["edit"], whenLimited: ["edit"] },
  command: { tools: ["command"], effects: ["command"], whenLimited: [] },
  fetch: { tools: ["fetch"], effects: ["fetch"], whenLimited: [] },
  // Opening a page is a fetch.
  browser: { tools: ["browser"], effects: ["fetch"], whenLimited: [] },
  // Notes and apps are project files in their own folders.
  memory: { tools: ["memory"], effects: toOwnFolder("memory"), whenLimited: [] },
  apps: { tools: ["apps"], effects: toOwnFolder("apps"), whenLimited: [] },
  mcp: { tools: ["mcp"], effects: ["mcp"], whenLimited: [] },
};

export const GROUP_NAMES: readonly string[] = [...Object.keys(MEANINGS), NO_GROUP];

/** Groups that can be limited to files. */
export const FILE_GROUPS: readonly string[] = Object.entries(MEANINGS)
  .filter(([, { whenLimited }]) => whenLimited.length > 0)
  .map(([name]) => name);

/** The tools for the model: none if the mode is a single completion, all if it names no groups. */
export function toolsOf<One extends GroupedTool>(mode: AgentMode, tools: readonly One[]): readonly One[] {
  if (mode.category !== "session") return [];
  return tools.filter((tool) => findAccess(mode, tool).length > 0);
}

/** `tools`: all tools, because policy identifies some of them by name. */
export function toPolicyMode(mode: AgentMode, tools: readonly GroupedTool[]): Mode {
  return compileMode(toRawMode(mode, tools)).mode;
}

/** Invalid groups give no access; this describes them. */
export function findGroupErrors(mode: AgentMode): readonly string[] {
  return compileMode(toRawMode(mode, [])).errors;
}

/** What `compileMode` takes; undefined if the mode restricts nothing. */
export function toModeRestriction(mode: AgentMode, tools: readonly GroupedTool[]): unknown {
  return mode.groups.length === 0 ? undefined : toRawMode(mode, tools);
}

function toRawMode(mode: AgentMode, tools: readonly GroupedTool[]): { name: string; groups: RawGroup[] } {
  if (mode.groups.length === 0) return { name: mode.name, groups: [] };
  const named = tools
    .filter((tool) => !isOfServer(tool))
    .flatMap((tool) => findAccess(mode, tool).map((access) => rename(access, `tool:${tool.name}`)));
  // Policy treats an empty list as all groups, so the list always has an entry.
  return { name: mode.name, groups: [NO_GROUP, ...mode.groups.flatMap(toEffects), ...named] };
}

function toEffects(access: RawGroup): RawGroup[] {
  const name = nameOf(access);
  const meaning = meaningOf(name);
  if (meaning === undefined) return name === NO_GROUP ? [] : [rename(access, `mcp:${name}`)];
  if (typeof access === "string") return [...meaning.effects];
  return meaning.whenLimited.map((group) => rename(access, group));
}

/** Every group of the mode that includes the tool. */
function findAccess(mode: AgentMode, tool: GroupedTool): RawGroup[] {
  if (mode.groups.length === 0) return ["all"];
  if (tool.groups.length === 0) return mode.groups.some((access) => nameOf(access) !== NO_GROUP) ? ["any"] : [];
  return mode.groups.filter((access) => gives(access, tool));
}

function gives(access: RawGroup, tool: GroupedTool): boolean {
  const name = nameOf(access);
  const meaning = meaningOf(name);
  if (meaning === undefined) return typeof access === "string" && isOfServer(tool, name);
  const given = typeof access === "string" ? meaning.tools : meaning.whenLimited;
  return tool.groups.some((group) => given.includes(group));
}

function isOfServer({ server, groups }: GroupedTool, name: string | undefined = server): boolean {
  return groups.includes("mcp") && server === name;
}

function toOwnFolder(name: string): RawGroup[] {
  return ["read", "edit"].map((group) => ({ group, fileRegex: String.raw`^\.parley/${name}(/|$)` }));
}

function meaningOf(name: string): GroupMeaning | undefined {
  return Object.hasOwn(MEANINGS, name) ? MEANINGS[name as ToolGroup] : undefined;
}

function nameOf(access: RawGroup): string {
  return typeof access === "string" ? access : access.group;
}

function rename(access: RawGroup, group: string): RawGroup {
  return typeof access === "string" ? group : { group, fileRegex: access.fileRegex };
}
