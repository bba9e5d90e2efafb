// What a tool call is about, as policy takes it: the reading of the call, sorted by what its kind makes of it.
import type { ToolCallUpdate } from "@parley/acp";
import { readToolCall, type McpTool, type Mention, type ToolCallReading } from "@parley/acp/tool-input";
import type { CommandInput, ToolRequest } from "@parley/machine";
import type { ToolKind } from "@parley/policy";

export interface ToolSubject {
  readonly name: string;
  /** False if it is called after its kind, because nobody knows its name. */
  readonly isNamed: boolean;
  readonly kind: ToolKind;
  readonly mcp: McpTool | undefined;
  readonly paths: readonly string[];
  /** What it changes or deletes beside what its kind says. */
  readonly writes: readonly string[];
  readonly deletes: readonly string[];
  readonly mentions: readonly Mention[];
  readonly commands: readonly CommandInput[];
  /** Of an MCP tool: only a rule that denies one counts. */
  readonly remoteCommands: readonly CommandInput[];
  /** A title that may be the command, or a description of it, or its beginning. */
  readonly guess: string | undefined;
  readonly urls: readonly string[];
  readonly commandOptions: NonNullable<ToolRequest["command"]>["options"];
  readonly reading: ToolCallReading;
}

/** Kinds that are about files, so that what they call a path is one on this machine. */
const IS_ABOUT_FILES: ReadonlySet<ToolKind> = new Set(["read", "search", "edit", "delete", "move"]);
/** Kinds that say of their paths what is done to them. */
const CHANGES: ReadonlySet<ToolKind> = new Set(["edit", "delete", "move", "other"]);

export function readToolSubject(toolCall: ToolCallUpdate, cwd: string): ToolSubject {
  const reading = readToolCall(toolCall);
  const { name, kind, mcp, commands, deletes } = reading;
  const written = [...new Set([...reading.writes, ...reading.moves])];
  const { paths, mentions } = sortPaths(reading, written);
  return {
    name: name ?? kind,
    isNamed: name !== undefined,
    kind,
    mcp,
    paths,
    writes: CHANGES.has(kind) ? [] : written,
    deletes: kind === "delete" ? [] : deletes,
    mentions,
    commands,
    remoteCommands: reading.remoteCommands,
    guess: reading.guess,
    urls: reading.urls,
    commandOptions: { cwd: reading.cwd ?? cwd, environment: reading.env },
    reading,
  };
}

/** A command says more than the places that an agent thinks it is about; a thought is about no place. */
function sortPaths(reading: ToolCallReading, written: readonly string[]): Pick<ToolSubject, "paths" | "mentions"> {
  const { kind, commands, locations, mentions, mcp } = reading;
  const places = locations.map(({ path }) => path);
  const changed = [...written, ...reading.deletes];
  if (IS_ABOUT_FILES.has(kind)) return { paths: unique(places, changed, reading.paths), mentions };
  const isRun = kind === "execute";
  const isOpen = kind === "other" || (isRun && commands.length === 0);
  const loose = isOpen ? reading.paths : [...places, ...reading.paths];
  const isWeak = isRun || mcp !== undefined;
  return {
    paths: isOpen ? unique(places, changed) : [],
    mentions: [...mentions, ...loose.map((text) => ({ text, isWeak }))],
  };
}

function unique(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}

/** The latest of each field: what came with the question, else what was announced before. */
export function mergeToolCalls(announced: ToolCallUpdate | undefined, asked: ToolCallUpdate): ToolCallUpdate {
  if (announced === undefined) return asked;
  const said = Object.entries(asked).filter(([, value]) => value !== undefined && value !== null);
  return { ...announced, ...Object.fromEntries(said), toolCallId: asked.toolCallId };
}
