// Offers the tools of the editor: to agents over the server, and to the chat of VS Code.
import * as vscode from "vscode";
import type { ParleyWindow } from "../parley-window.ts";

export function registerTools(window: ParleyWindow): vscode.Disposable {
  const { remote, log } = window;
  const parts: vscode.Disposable[] = [];
  const offer = async (): Promise<void> => {
    const [{ offeredTools }, { TOOLS }, { toChatTool }] = await Promise.all([
      import("./run-tool.ts"),
      import("./table.ts"),
      import("./chat-tool.ts"),
    ]);
    remote.offerTools(offeredTools());
    for (const { name } of TOOLS) parts.push(vscode.lm.registerTool(name, toChatTool(window, name)));
  };
  const start = (): void =>
    void offer().catch((error: unknown) => log.error(`The editor's tools are not offered: ${String(error)}`));
  // In a folder that is not trusted nothing of it is offered.
  if (window.isRestricted) parts.push(vscode.workspace.onDidGrantWorkspaceTrust(start));
  else start();
  return new vscode.Disposable(() => {
    for (const part of parts) part.dispose();
  });
}
