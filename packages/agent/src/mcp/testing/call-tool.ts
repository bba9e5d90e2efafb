// Calls a tool as the loop does: its input parsed, then prepared, then executed.
import type { ToolContext } from "../../tools/tool-context.ts";
import { isFailure, type PreparedCall, type ToolOutcome, type ToolProgress } from "../../tools/tool.ts";
import type { McpServers } from "../mcp-servers.ts";

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onShow?: (progress: ToolProgress) => void;
}

/** Tools of MCP servers reach nothing of the session. */
const NO_CONTEXT = {} as ToolContext;

export async function prepareTool(servers: McpServers, name: string, input: unknown = {}): Promise<PreparedCall> {
  const tool = servers.tools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`There is no ${name} among ${servers.tools.map((each) => each.name).join()}`);
  const prepared = await tool.prepare(tool.input.parse(input), NO_CONTEXT);
  if (isFailure(prepared)) throw new Error(prepared.failed);
  return prepared;
}

export async function callTool(
  servers: McpServers,
  name: string,
  input: unknown = {},
  options: CallOptions = {},
): Promise<ToolOutcome> {
  const prepared = await prepareTool(servers, name, input);
  const signal = options.signal ?? new AbortController().signal;
  return prepared.execute({ callId: "1", signal, show: options.onShow ?? (() => undefined) });
}

export function textOf(outcome: ToolOutcome): string {
  return outcome.parts.map((part) => (part.type === "text" ? part.text : `<${part.mimeType}>`)).join("\n");
}
