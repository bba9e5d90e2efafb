// A tool of the editor for the chat of VS Code itself.
import * as vscode from "vscode";
import type { ParleyWindow } from "../parley-window.ts";
import type { ToolArguments } from "./editor-tool.ts";
import { runTool } from "./run-tool.ts";
import { TOOLS } from "./table.ts";

export function toChatTool({ toRealPath }: ParleyWindow, name: string): vscode.LanguageModelTool<ToolArguments> {
  const isChange = TOOLS.some((tool) => tool.name === name && tool.isChange === true);
  return {
    prepareInvocation: ({ input }) => {
      if (!isChange) return {};
      const uri = typeof input["uri"] === "string" ? input["uri"] : "";
      const title = vscode.l10n.t("Edit a file");
      return { confirmationMessages: { title, message: vscode.l10n.t("Edit {0} in the editor?", uri) } };
    },
    invoke: async ({ input }, token) => {
      const ending = new AbortController();
      token.onCancellationRequested(() => ending.abort());
      const { content, isError } = await runTool(name, input, { toRealPath, signal: ending.signal });
      const text = content.map((block) => block.text).join("\n");
      if (isError === true) throw new Error(text);
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
  };
}
