// The subject of a tool call, in the form that policy expects.
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
  /** False if its name is unknown and its kind is used instead. */
  readonly isNamed: boolean;
  readonly kind: ToolKind;
  readonly mcp: McpTool | undefined;
  readonly commands: readonly CommandInput[];
  /** Of an MCP tool: only denying rules apply. */
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

/** The latest value of each field: from the request, else from earlier announcements. */
export function mergeToolCalls(announced: ToolCallUpdate | undefined, asked: ToolCallUpdate): ToolCallUpdate {
  if (announced === undefined) return asked;
  const said = Object.entries(asked).filter(([, value]) => value !== undefined && value !== null);
  return { ...announced, ...Object.fromEntries(said), toolCallId: asked.toolCallId };
}
