// What a tool call is about, as policy takes it.
import type { ToolCallUpdate } from "@parley/acp";
import {
  readToolCall,
  toJudgedPaths,
  type JudgedPaths,
  type McpTool,
  type ToolCallReading,
} from "@parley/acp/tool-input";
import type { CommandInput, ToolRequest } from "@parley/machine";
import type { ToolKind } from "@parley/policy";

export interface ToolSubject extends JudgedPaths {
  readonly name: string;
  /** False if it is called after its kind, because nobody knows its name. */
  readonly isNamed: boolean;
  readonly kind: ToolKind;
  readonly mcp: McpTool | undefined;
  readonly commands: readonly CommandInput[];
  /** Of an MCP tool: only a rule that denies one counts. */
  readonly remoteCommands: readonly CommandInput[];
  /** A title that may be the command, or a description of it, or its beginning. */
  readonly guess: string | undefined;
  readonly urls: readonly string[];
  readonly commandOptions: NonNullable<ToolRequest["command"]>["options"];
  readonly reading: ToolCallReading;
}

export function readToolSubject(toolCall: ToolCallUpdate, cwd: string): ToolSubject {
  const reading = readToolCall(toolCall);
  const { name, kind, mcp, commands, remoteCommands, guess, urls } = reading;
  return {
    ...toJudgedPaths(reading),
    name: name ?? kind,
    isNamed: name !== undefined,
    kind,
    mcp,
    commands,
    remoteCommands,
    guess,
    urls,
    commandOptions: { cwd: reading.cwd ?? cwd, environment: reading.env },
    reading,
  };
}

/** The latest of each field: what came with the question, else what was announced before. */
export function mergeToolCalls(announced: ToolCallUpdate | undefined, asked: ToolCallUpdate): ToolCallUpdate {
  if (announced === undefined) return asked;
  const said = Object.entries(asked).filter(([, value]) => value !== undefined && value !== null);
  return { ...announced, ...Object.fromEntries(said), toolCallId: asked.toolCallId };
}
