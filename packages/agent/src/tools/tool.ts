// What a tool is: one file and one row in the table each. A call is prepared, approved, then executed.
import type { ToolCallContent, ToolCallLocation, ToolKind } from "@parley/acp";
import type { Subject } from "@parley/home/judge";
import type { z } from "zod";
import type { ResultPart } from "../models/message.ts";
import type { ToolContext } from "./tool-context.ts";

/** What modes give and take away. A tool without a group is in every mode that has tools at all. */
export const TOOL_GROUPS = [
  "developer",
  "read",
  "edit",
  "command",
  "fetch",
  "memory",
  "browser",
  "apps",
  "mcp",
] as const;
export type ToolGroup = (typeof TOOL_GROUPS)[number];

export interface Tool<Input = unknown> {
  readonly name: string;
  /** It is there when the mode has any of them. */
  readonly groups: readonly ToolGroup[];
  readonly kind: ToolKind;
  /** For the model: what it does, when to use it, what it gives. */
  readonly description: string;
  readonly input: z.ZodType<Input>;
  /** What the model sees in place of the schema of `input`: the JSON Schema that somebody else wrote. */
  readonly inputSchema?: Readonly<Record<string, unknown>> | undefined;
  /** The MCP server it is of, by the name that a mode may give. */
  readonly server?: string | undefined;
  /** Changes nothing. Says what will be done, so that it can be shown and judged before it is. */
  prepare(input: Input, context: ToolContext): Promise<PreparedCall | ToolFailure> | PreparedCall | ToolFailure;
}

export interface PreparedCall {
  /** What a person reads: "Edit src/a.ts", the command itself. */
  readonly title: string;
  /** If it is not that of the tool. */
  readonly kind?: ToolKind | undefined;
  readonly locations?: readonly ToolCallLocation[] | undefined;
  /** What a person should see before it is done: the diff. */
  readonly content?: readonly ToolCallContent[] | undefined;
  /** Runs outside the sandbox: the user is always asked. */
  readonly leavesSandbox?: boolean | undefined;
  /** Everything it touches, for policy. None: it touches nothing. */
  readonly subjects: readonly Subject[];
  /** Never throws for what is the tool's to tell; a throw is a bug, and reported as one. */
  execute(run: ToolRun): Promise<ToolOutcome>;
}

/** A call that cannot be made. The model gets the reason and may try again. */
export interface ToolFailure {
  readonly failed: string;
}

export interface ToolRun {
  readonly callId: string;
  readonly signal: AbortSignal;
  /** Shows how it is going; replaces what was shown before. */
  show(progress: ToolProgress): void;
}

export interface ToolProgress {
  readonly title?: string | undefined;
  readonly content?: readonly ToolCallContent[] | undefined;
  readonly locations?: readonly ToolCallLocation[] | undefined;
}

export interface ToolOutcome {
  /** What the model gets. */
  readonly parts: readonly ResultPart[];
  readonly isError?: boolean | undefined;
  /** What a person sees, if it is not the same. */
  readonly content?: readonly ToolCallContent[] | undefined;
  readonly locations?: readonly ToolCallLocation[] | undefined;
  readonly title?: string | undefined;
}

/** Keeps the type of the input between `input` and `prepare`, and forgets it afterwards, so that tools fit in one table. */
export function defineTool<Input>(tool: Tool<Input>): Tool {
  return tool;
}

export function failed(why: string): ToolFailure {
  return { failed: why };
}

export function isFailure(value: PreparedCall | ToolFailure): value is ToolFailure {
  return "failed" in value;
}

export function textOutcome(text: string, extra: Omit<ToolOutcome, "parts"> = {}): ToolOutcome {
  return { parts: [{ type: "text", text }], ...extra };
}
