// The interface of a tool. A call is prepared, approved and then executed.
import type { ToolCallContent, ToolCallLocation, ToolKind } from "@parley/acp";
import type { Subject } from "@parley/home/judge";
import type { z } from "zod";
import type { ResultPart } from "../models/message.ts";
import type { ToolContext } from "./tool-context.ts";

/** Modes select tools by these groups. A tool without a group is in every mode that has tools. */
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
  /** The tool is available if the mode has any of these groups. */
  readonly groups: readonly ToolGroup[];
  readonly kind: ToolKind;
  /** For the model: what the tool does, when to use it and what it returns. */
  readonly description: string;
  readonly input: z.ZodType<Input>;
  /** JSON Schema from an external source that the model sees instead of the schema of `input`. */
  readonly inputSchema?: Readonly<Record<string, unknown>> | undefined;
  /** Name of the MCP server that provides the tool, as used in modes. */
  readonly server?: string | undefined;
  /** Describes the call without side effects, so that it can be shown and approved first. */
  prepare(input: Input, context: ToolContext): Promise<PreparedCall | ToolFailure> | PreparedCall | ToolFailure;
}

export interface PreparedCall {
  /** For the user: "Edit src/a.ts", or the command. */
  readonly title: string;
  /** Set if it differs from the kind of the tool. */
  readonly kind?: ToolKind | undefined;
  readonly locations?: readonly ToolCallLocation[] | undefined;
  /** Shown to the user before the call is executed, such as a diff. */
  readonly content?: readonly ToolCallContent[] | undefined;
  /** Runs outside the sandbox: the user is always asked. */
  readonly leavesSandbox?: boolean | undefined;
  /** Everything the call accesses, for policy; empty if it accesses nothing. */
  readonly subjects: readonly Subject[];
  /** Returns expected failures as outcomes; a thrown error is reported as a bug. */
  execute(run: ToolRun): Promise<ToolOutcome>;
}

/** A call that cannot be prepared. The model gets the reason and may try again. */
export interface ToolFailure {
  readonly failed: string;
}

export interface ToolRun {
  readonly callId: string;
  readonly signal: AbortSignal;
  /** Shows progress; replaces what was shown before. */
  show(progress: ToolProgress): void;
}

export interface ToolProgress {
  readonly title?: string | undefined;
  readonly content?: readonly ToolCallContent[] | undefined;
  readonly locations?: readonly ToolCallLocation[] | undefined;
}

export interface ToolOutcome {
  /** The result for the model. */
  readonly parts: readonly ResultPart[];
  readonly isError?: boolean | undefined;
  /** Shown to the user if it differs from the result for the model. */
  readonly content?: readonly ToolCallContent[] | undefined;
  readonly locations?: readonly ToolCallLocation[] | undefined;
  readonly title?: string | undefined;
}

/** Checks that `input` and `prepare` agree on the type, then drops the type so that all tools fit in one table. */
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
