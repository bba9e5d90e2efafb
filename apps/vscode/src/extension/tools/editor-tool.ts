// What a tool of the editor is: for agents, as an MCP server of their sessions, and for the chat of VS Code itself.
import type { OfferedTool } from "@parley/remote";
import type { RealPath } from "../files/path-scope.ts";

export type ToolArguments = Readonly<Record<string, unknown>>;

export interface ToolContext {
  readonly toRealPath: RealPath;
  readonly signal: AbortSignal;
}

export interface EditorTool extends OfferedTool {
  readonly description: string;
  /** It changes files: a person may be asked first. */
  readonly isChange?: boolean | undefined;
  /** The text of its result. Rejects with a reason that the model reads. */
  readonly run: (given: ToolArguments, context: ToolContext) => Promise<string>;
}
