// Derives a tool's kind from its name, for agents that always send `other`, and recognizes tools of MCP servers.
import type { ToolKind } from "../generated/types.ts";
import { isObject } from "@parley/base";
import { KEY_CHARS_MAX } from "../limits.ts";

export type { ToolKind };

const NAMES: Readonly<Partial<Record<ToolKind, string>>> = {
  execute:
    "bash shell terminal exec exec_command execute_command run_command run_shell_command run_terminal_cmd " +
    "run_terminal_command launch-process process execute_bash run_in_terminal powershell",
  read: "read read_file read_many_files view view_file cat open_file",
  search: "glob grep grep_search list list_directory list_dir ls search search_files find",
  edit:
    "apply_patch patch create_file edit edit_file multi_edit multiedit replace str_replace str_replace_editor " +
    "str_replace_based_edit_tool text_editor write write_file write_to_file save-file insert_edit_into_file replace_in_file notebook_edit notebookedit",
  delete: "delete delete_file remove_file rm",
  move: "move move_file rename rename_file",
};

const KIND_BY_NAME: ReadonlyMap<string, ToolKind> = new Map(
  (Object.keys(NAMES) as ToolKind[]).flatMap((kind) =>
    (NAMES[kind] ?? "").split(" ").map((name): [string, ToolKind] => [name, kind]),
  ),
);

/** Tools with several operations on a file; the first argument selects the operation. */
const EDITORS: ReadonlySet<string> = new Set(["str_replace_editor", "text_editor", "str_replace_based_edit_tool"]);

/** The operations of such tools, and the kind that each implies. */
const KIND_BY_VERB: ReadonlyMap<string, ToolKind> = new Map<string, ToolKind>([
  ...["view", "read", "open", "get", "show", "stat"].map((verb): [string, ToolKind] => [verb, "read"]),
  ...["list", "ls", "search", "find", "grep", "glob"].map((verb): [string, ToolKind] => [verb, "search"]),
  ...["create", "write", "edit", "str_replace", "replace", "insert", "append", "update", "undo_edit", "undo"].map(
    (verb): [string, ToolKind] => [verb, "edit"],
  ),
  ...["delete", "remove"].map((verb): [string, ToolKind] => [verb, "delete"]),
  ...["move", "rename"].map((verb): [string, ToolKind] => [verb, "move"]),
]);

/** Kinds from harmless to dangerous; if two sources disagree, the more dangerous one applies. */
const STRICTNESS: readonly ToolKind[] = [
  "think",
  "search",
  "read",
  "switch_mode",
  "fetch",
  "other",
  "edit",
  "move",
  "delete",
  "execute",
];

/** Prefixes that adapters add to the names of their agent's own tools. */
const OWN_PREFIX = /^mcp__acp__/;
const NAME = /^[\w:.-]{1,100}$/;
const TITLE_NAME = /^[\w:-]{1,100}$/;

/** The fields of a tool call that identify the tool. */
export interface NamedTool {
  readonly name?: unknown;
  readonly title?: unknown;
  readonly kind?: unknown;
  readonly rawInput?: unknown;
  readonly _meta?: unknown;
}

export function stricterKind(one: ToolKind, other: ToolKind): ToolKind {
  return STRICTNESS.indexOf(other) > STRICTNESS.indexOf(one) ? other : one;
}

export function kindOfName(name: string): ToolKind | undefined {
  return KIND_BY_NAME.get(name.toLowerCase());
}

export function kindOfVerb(verb: string): ToolKind | undefined {
  return KIND_BY_VERB.get(verb.toLowerCase());
}

/** The programmatic name, or for a tool of an unspecific kind a title that looks like one. */
export function findName({ name, title, kind }: NamedTool): string | undefined {
  if (typeof name === "string" && name !== "") return name.replace(OWN_PREFIX, "");
  return toKnownKind(kind) === undefined && typeof title === "string" && TITLE_NAME.test(title) ? title : undefined;
}

/** `_meta.<agent>.toolName` or one level below, as adapters keep it. */
export function findMetaName({ _meta: meta }: NamedTool): string | undefined {
  if (!isObject(meta)) return undefined;
  for (const part of Object.values(meta).slice(0, KEY_CHARS_MAX)) {
    if (!isObject(part)) continue;
    const { toolName, toolCall } = part;
    const name = toolName ?? (isObject(toolCall) ? toolCall["toolName"] : undefined);
    if (typeof name === "string" && NAME.test(name)) return name.replace(OWN_PREFIX, "");
  }
  return undefined;
}

/** The agent's kind, or a stronger one that the names and the verb suggest; `other` if none of them is known. */
export function findKind(tool: NamedTool, verb?: ToolKind): ToolKind {
  const stated = toKnownKind(tool.kind);
  const names = [findName(tool), findMetaName(tool)].map((name) => name?.toLowerCase() ?? "");
  const telling = verb === undefined ? names : names.filter((name) => !EDITORS.has(name));
  const kinds = [stated, ...telling.map(kindOfName), verb].filter((kind) => kind !== undefined);
  const [first, ...rest] = kinds;
  return first === undefined ? "other" : rest.reduce(stricterKind, first);
}

/** Undefined for an unspecific kind. */
function toKnownKind(kind: unknown): ToolKind | undefined {
  return kind === "other" ? undefined : STRICTNESS.find((one) => one === kind);
}

export interface McpTool {
  readonly server: string;
  readonly name: string;
  /** The whole input is inside one wrapping field. */
  readonly isWrapped: boolean;
}

/** `mcp__server__tool`, `mcp.server.tool`. */
const BY_NAME = /^mcp(?:__|\.)([^.]+?)(?:__|\.)(.+)$/s;
/** Server names under which adapters list their agent's own tools. */
const OWN_SERVER = "acp";
/** `tool (server MCP Server)`. */
const BY_SUFFIX = /^([\w.-]+) \(([^()]+) MCP Server\)/;
/** `server: tool of it`. */
const BY_COLON = /^([\w-]+): ([\w -]+)$/;

/** The title is used only if there is no name, because titles are meant for users. */
export function findMcpTool({ name, title, kind, rawInput }: NamedTool): McpTool | undefined {
  const { server, tool } = isObject(rawInput) ? rawInput : {};
  if (typeof server === "string" && typeof tool === "string") return { server, name: tool, isWrapped: true };
  const isNamed = typeof name === "string" && name !== "";
  const text = isNamed ? name : typeof title === "string" ? title : "";
  const [, byName, toolName] = BY_NAME.exec(text) ?? [];
  if (byName === OWN_SERVER) return undefined;
  if (byName !== undefined && toolName !== undefined) return { server: byName, name: toolName, isWrapped: false };
  if (isNamed) return undefined;
  const [, suffixed, owner] = BY_SUFFIX.exec(text) ?? [];
  if (suffixed !== undefined && owner !== undefined) return { server: owner, name: suffixed, isWrapped: false };
  const [, before, behind] = toKnownKind(kind) === undefined ? (BY_COLON.exec(text) ?? []) : [];
  return before === undefined || behind === undefined
    ? undefined
    : { server: before, name: behind.replaceAll(" ", "_"), isWrapped: false };
}
