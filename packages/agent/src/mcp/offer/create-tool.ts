// Wraps a tool of a server.
import type { ToolCallContent, ToolKind } from "@parley/acp";
import { z } from "zod";
import { truncate, toOneLine } from "@parley/base";
import { fenced } from "../../text/markdown.ts";
import { errorOutcome } from "../../tools/failures.ts";
import { defineTool, type Tool, type ToolOutcome, type ToolRun } from "../../tools/tool.ts";
import type { ListedTool } from "../connection.ts";
import { CALL_TITLE_CHARS_MAX } from "../../limits.ts";
import { MCP_SHOWN_INPUT_CHARS_MAX } from "../../mcp-limits.ts";
import type { ServerReach } from "./server-reach.ts";
import { createProgressShower } from "./show-progress.ts";
import { toToolOutcome } from "./tool-outcome.ts";

/** The server validates its input; a model may omit the arguments. */
const anyObject = z.preprocess((value) => value ?? {}, z.record(z.string(), z.unknown()));

export function createMcpTool(listed: ListedTool, name: string, reach: ServerReach): Tool {
  const kind = toKind(listed);
  const subject = {
    request: { kind: "mcp", server: reach.name, name: listed.name },
    facts: { name: listed.name, server: reach.name, kind },
  } as const;
  return defineTool({
    name,
    server: reach.name,
    groups: ["mcp"],
    kind,
    description: listed.description || `The tool ${listed.name} of the MCP server ${reach.name}.`,
    input: anyObject,
    inputSchema: listed.inputSchema,
    prepare: (input) => ({
      // Both come from the server and must fit on one line.
      title: `${toOneLine(listed.title ?? listed.name, CALL_TITLE_CHARS_MAX)} (${toOneLine(reach.name, CALL_TITLE_CHARS_MAX)})`,
      content: describeInput(input),
      subjects: [subject],
      execute: (run) => call(listed, input, reach, run),
    }),
  });
}

async function call(
  { name }: ListedTool,
  input: Readonly<Record<string, unknown>>,
  reach: ServerReach,
  run: ToolRun,
): Promise<ToolOutcome> {
  const { connection, limits } = reach;
  if (connection === undefined) return errorOutcome(reach.describe());
  using progress = createProgressShower(run, limits.progressMs);
  try {
    const answer = await connection.callTool(name, input, { signal: run.signal, onProgress: progress.onProgress });
    return toToolOutcome(answer, limits);
  } catch (error) {
    if (run.signal.aborted) return errorOutcome("Cancelled.");
    return errorOutcome(await reach.explain(error));
  }
}

/** What the user sees before approving the call. */
function describeInput(input: Readonly<Record<string, unknown>>): ToolCallContent[] {
  if (Object.keys(input).length === 0) return [];
  const text = fenced(truncate(JSON.stringify(input, null, 2), MCP_SHOWN_INPUT_CHARS_MAX), "json");
  return [{ type: "content", content: { type: "text", text } }];
}

/** For display only: policy decides, and ignores hints. */
function toKind({ isReadOnly, isDestructive }: ListedTool): ToolKind {
  if (isReadOnly) return "read";
  return isDestructive ? "delete" : "other";
}
