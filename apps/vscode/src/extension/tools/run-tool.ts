// Runs a tool of the editor for an agent, or for the chat of VS Code.
import type { OfferedTool, ToolCall } from "@parley/remote";
import * as vscode from "vscode";
import type { RealPath } from "../files/path-scope.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { TOOLS } from "./table.ts";
import type { ToolArguments } from "./editor-tool.ts";
import { showWarning } from "../notices/notices.ts";

export interface ToolResult {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly isError?: true;
}

/** As agents see them. */
export function offeredTools(): readonly OfferedTool[] {
  return TOOLS.map(({ run: _run, isChange: _isChange, ...offered }) => offered);
}

export async function callTool(
  window: ParleyWindow,
  { sessionId, name, arguments: given }: ToolCall,
  signal: AbortSignal,
): Promise<ToolResult> {
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined) return failed(`${name} is not a tool of this editor`);
  if (window.isRestricted) return failed("The folder of this window is not trusted");
  if (tool.isChange === true && !(await mayChange(window, sessionId, given)))
    return failed("The user rejected the edit");
  return runTool(name, given, { toRealPath: window.toRealPath, signal });
}

/** What goes wrong is for the model to read. */
export async function runTool(
  name: string,
  given: ToolArguments,
  context: { readonly toRealPath: RealPath; readonly signal: AbortSignal },
): Promise<ToolResult> {
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined) return failed(`${name} is not a tool of this editor`);
  try {
    return { content: [{ type: "text", text: await tool.run(given, context) }] };
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

function failed(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** Our own agent has asked before; any other one may not have, so the level of the session decides. */
async function mayChange(
  { sessions, agents }: ParleyWindow,
  sessionId: string,
  given: ToolArguments,
): Promise<boolean> {
  const session = sessions.get(sessionId);
  const isOwn = agents.agents.some(({ name, kind }) => name === session?.agent && kind === "mode");
  if (isOwn || (session !== undefined && session.level !== "supervised")) return true;
  const uri = typeof given["uri"] === "string" ? given["uri"] : "";
  const allow = vscode.l10n.t("Allow");
  const message = vscode.l10n.t("{0} wants to edit {1} in the editor.", session?.name ?? "", uri);
  return (await showWarning(message, allow, vscode.l10n.t("Reject"))) === allow;
}
