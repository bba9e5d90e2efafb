// What a tool is by its name, for agents that say `other` of everything; and which ones come from an MCP server.
import type { ToolCallUpdate } from "@parley/acp";
import type { ToolKind } from "@parley/policy";
import { toFields } from "./raw-input.ts";

const KIND_BY_NAME: Readonly<Record<string, ToolKind>> = {
  bash: "execute",
  execute_command: "execute",
  exec_command: "execute",
  run_command: "execute",
  run_shell_command: "execute",
  run_terminal_cmd: "execute",
  shell: "execute",
  terminal: "execute",
  read: "read",
  read_file: "read",
  view: "read",
  view_file: "read",
  glob: "search",
  grep: "search",
  list_directory: "search",
  ls: "search",
  apply_patch: "edit",
  create_file: "edit",
  edit: "edit",
  edit_file: "edit",
  multi_edit: "edit",
  replace: "edit",
  str_replace: "edit",
  write: "edit",
  write_file: "edit",
  write_to_file: "edit",
};

const OWN_PREFIX = /^mcp__acp__/;
const NAME = /^[\w:-]{1,100}$/;

/** The programmatic name; of a tool whose kind says nothing, a title that looks like one. */
export function findName({ name, title, kind }: ToolCallUpdate): string | undefined {
  if (typeof name === "string" && name !== "") return name.replace(OWN_PREFIX, "");
  return !isTelling(kind) && typeof title === "string" && NAME.test(title) ? title : undefined;
}

/** What the agent says; where that is nothing, what the name says. */
export function findKind(toolCall: ToolCallUpdate): ToolKind {
  const { kind } = toolCall;
  if (isTelling(kind)) return kind;
  const name = findName(toolCall)?.toLowerCase() ?? "";
  return Object.hasOwn(KIND_BY_NAME, name) ? (KIND_BY_NAME[name] ?? "other") : "other";
}

function isTelling(kind: ToolCallUpdate["kind"]): kind is ToolKind {
  return kind !== undefined && kind !== null && kind !== "other";
}

export interface McpTool {
  readonly server: string;
  readonly name: string;
}

/** `mcp__server__tool`, `mcp.server.tool`. */
const BY_NAME = /^mcp(?:__|\.)([^.]+?)(?:__|\.)(.+)$/s;
/** What adapters call the one in which they keep their agent's own tools. */
const OWN_SERVER = "acp";
/** `tool (server MCP Server)`. */
const BY_SUFFIX = /^([\w.-]+) \(([^()]+) MCP Server\)/;
/** `server: tool of it`. */
const BY_COLON = /^([\w-]+): ([\w -]+)$/;

export function findMcpTool({ name, title, kind, rawInput }: ToolCallUpdate): McpTool | undefined {
  const { server, tool } = toFields(rawInput);
  if (typeof server === "string" && typeof tool === "string") return { server, name: tool };
  for (const text of [name ?? "", title ?? ""]) {
    const [, byName, nameOfTool] = BY_NAME.exec(text) ?? [];
    if (byName === OWN_SERVER) return undefined;
    if (byName !== undefined && nameOfTool !== undefined) return { server: byName, name: nameOfTool };
  }
  const [, tools, servers] = BY_SUFFIX.exec(title ?? "") ?? [];
  if (tools !== undefined && servers !== undefined) return { server: servers, name: tools };
  const isKnown = typeof name === "string" || isTelling(kind);
  const [, before, behind] = isKnown ? [] : (BY_COLON.exec(title ?? "") ?? []);
  return before === undefined || behind === undefined
    ? undefined
    : { server: before, name: behind.replaceAll(" ", "_") };
}
