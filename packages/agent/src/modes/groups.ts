// The tools of a mode, and the same as a policy mode, so that a model cannot do what it is not offered.
// This is the only place that defines the groups.
import { compileMode, type Mode } from "@parley/policy";
import type { Tool, ToolGroup } from "../tools/tool.ts";
import type { AgentMode, ModeGroupAccess } from "./mode.ts";

/** Gives nothing. */
const NO_GROUP = "none";

type GroupedTool = Pick<Tool, "name" | "groups" | "server">;
type RawGroup = string | ModeGroupAccess;

interface GroupMeaning {
  /** Tools of these groups are given. */
  readonly tools: readonly ToolGroup[];
  /**
   * What policy calls the effects of those tools: `read` (read, search), `edit` (write, delete, move), `command` (execute),
   * `fetch`, `mcp`. What a tool does besides is known to policy by the tool's name.
   */
  readonly effects: readonly RawGroup[];
  /** The group once it is limited to some files. What a command or a page touches cannot be told by a path, so that goes. */
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
  // To open a page is to fetch it.
  browser: { tools: ["browser"], effects: ["fetch"], whenLimited: [] },
  // Notes and apps are files of the project, in folders of their own.
  memory: { tools: ["memory"], effects: toOwnFolder("memory"), whenLimited: [] },
  apps: { tools: ["apps"], effects: toOwnFolder("apps"), whenLimited: [] },
  mcp: { tools: ["mcp"], effects: ["mcp"], whenLimited: [] },
};

export const GROUP_NAMES: readonly string[] = [...Object.keys(MEANINGS), NO_GROUP];

/** Groups that can be limited to files. */
export const FILE_GROUPS: readonly string[] = Object.entries(MEANINGS)
  .filter(([, { whenLimited }]) => whenLimited.length > 0)
  .map(([name]) => name);

/** The tools that a model gets: none in a mode that is one completion, all of them if the mode names no groups. */
export function toolsOf<One extends GroupedTool>(mode: AgentMode, tools: readonly One[]): readonly One[] {
  if (mode.category !== "session") return [];
  return tools.filter((tool) => findAccess(mode, tool).length > 0);
}

/** `tools`: all there are, so that those which policy knows by their names are known to it. */
export function toPolicyMode(mode: AgentMode, tools: readonly GroupedTool[]): Mode {
  return compileMode(toRawMode(mode, tools)).mode;
}

/** What is wrong with the groups; what is wrong is not given. */
export function findGroupErrors(mode: AgentMode): readonly string[] {
  return compileMode(toRawMode(mode, [])).errors;
}

function toRawMode(mode: AgentMode, tools: readonly GroupedTool[]): { name: string; groups: RawGroup[] } {
  if (mode.groups.length === 0) return { name: mode.name, groups: [] };
  const named = tools
    .filter((tool) => !isOfServer(tool))
    .flatMap((tool) => findAccess(mode, tool).map((access) => rename(access, `tool:${tool.name}`)));
  // Nothing at all would be everything.
  return { name: mode.name, groups: [NO_GROUP, ...mode.groups.flatMap(toEffects), ...named] };
}

function toEffects(access: RawGroup): RawGroup[] {
  const name = nameOf(access);
  const meaning = meaningOf(name);
  if (meaning === undefined) return name === NO_GROUP ? [] : [rename(access, `mcp:${name}`)];
  if (typeof access === "string") return [...meaning.effects];
  return meaning.whenLimited.map((group) => rename(access, group));
}

/** Every group of the mode that gives the tool. */
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
