// What a tool call is about, from everything that the agent says of it: a tool with its paths, commands and addresses.
import { NO_TOOL_CALL_ID, type ToolCallUpdate } from "@parley/acp";
import type { CommandInput, ToolRequest } from "@parley/machine";
import type { ToolKind } from "@parley/policy";
import { findCommands, findFolder, findPaths, findUrls, findVariables } from "./raw-input.ts";
import { findKind, findMcpTool, findName, type McpTool } from "./tool-names.ts";

export interface ToolSubject {
  readonly name: string;
  /** False if it is called after its kind, because nobody knows its name. */
  readonly isNamed: boolean;
  readonly kind: ToolKind;
  readonly mcp: McpTool | undefined;
  readonly paths: readonly string[];
  readonly commands: readonly CommandInput[];
  /** A title that may be the command, or a description of it, or its beginning. */
  readonly guess: string | undefined;
  readonly urls: readonly string[];
  /** It names no file, or not all: what it is about is not known. */
  readonly isVague: boolean;
  readonly commandOptions: NonNullable<ToolRequest["command"]>["options"];
}

/** Kinds that are about files, so that what they call a path is one on this machine. */
const IS_ABOUT_FILES: ReadonlySet<ToolKind> = new Set(["read", "search", "edit", "delete", "move"]);

export function readToolSubject(toolCall: ToolCallUpdate, cwd: string): ToolSubject {
  const { rawInput } = toolCall;
  const mcp = findMcpTool(toolCall);
  const kind = mcp === undefined ? findKind(toolCall) : "other";
  const isRun = kind === "execute";
  const commands = isRun ? findCommands(rawInput) : [];
  const name = mcp?.name ?? findName(toolCall);
  return {
    name: name ?? kind,
    isNamed: name !== undefined,
    kind,
    mcp,
    // A command says more than the places that an agent thinks it is about.
    paths: isRun && commands.length > 0 ? [] : listPaths(toolCall, kind),
    commands,
    guess: isRun && commands.length === 0 ? toGuess(toolCall.title) : undefined,
    urls: listUrls(toolCall, kind),
    isVague: toolCall.toolCallId === NO_TOOL_CALL_ID || listDiffs(toolCall).includes(""),
    commandOptions: { cwd: findFolder(rawInput) ?? cwd, environment: findVariables(rawInput) },
  };
}

/** The latest of each field: what came with the question, else what was announced before. */
export function mergeToolCalls(announced: ToolCallUpdate | undefined, asked: ToolCallUpdate): ToolCallUpdate {
  if (announced === undefined) return asked;
  const said = Object.entries(asked).filter(([, value]) => value !== undefined && value !== null);
  return { ...announced, ...Object.fromEntries(said), toolCallId: asked.toolCallId };
}

function listPaths({ locations, content, rawInput }: ToolCallUpdate, kind: ToolKind): readonly string[] {
  if (kind === "think" || kind === "fetch" || kind === "switch_mode") return [];
  const places = (locations ?? []).map(({ path }) => path);
  const diffs = listDiffs({ content }).filter((path) => path !== "");
  const named = IS_ABOUT_FILES.has(kind) ? findPaths(rawInput, kind === "move") : [];
  return [...new Set([...places, ...diffs, ...named])];
}

/** A diff without a path has an empty one. */
function listDiffs({ content }: Pick<ToolCallUpdate, "content">): readonly string[] {
  return (content ?? []).flatMap((part) => (part.type === "diff" ? part.path : []));
}

function listUrls({ rawInput, title }: ToolCallUpdate, kind: ToolKind): readonly string[] {
  if (kind !== "fetch") return [];
  const urls = new Set(findUrls(rawInput));
  if (urls.size === 0) for (const [url] of (title ?? "").matchAll(/\bhttps?:\/\/[^\s"'<>`]+/g)) urls.add(url);
  return [...urls];
}

/** A title that was shortened says nothing about its end. */
function toGuess(title: string | null | undefined): string | undefined {
  const text = /^`([^`]+)`$/s.exec(title ?? "")?.[1] ?? title ?? "";
  return text.trim() === "" || /…|\.\.\.$/.test(text) ? undefined : text;
}
