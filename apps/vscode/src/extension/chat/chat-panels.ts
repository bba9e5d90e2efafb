// Chats in editor tabs: several at once, and back after a reload.
import * as vscode from "vscode";
import { CHAT_PANEL } from "../contributions.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { toWebviewHtml, webviewOptions } from "./webview-html.ts";

export function registerChatPanels(window: ParleyWindow): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(CHAT_PANEL, {
    deserializeWebviewPanel: (panel, state: unknown) => {
      connect(window, panel, readSessionId(state));
      return Promise.resolve();
    },
  });
}

export function openChatPanel(window: ParleyWindow, sessionId: string | undefined): void {
  const column = vscode.window.activeTextEditor === undefined ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
  connect(window, vscode.window.createWebviewPanel(CHAT_PANEL, "Chat", column), sessionId);
}

function connect(window: ParleyWindow, panel: vscode.WebviewPanel, sessionId: string | undefined): void {
  const root = window.context.extensionUri;
  const chat = window.chats.addTab(sessionId);
  panel.webview.options = webviewOptions(root);
  panel.iconPath = vscode.Uri.joinPath(root, "media", "parley.svg");
  const describe = (): void => {
    panel.title = chat.title;
  };
  describe();
  chat.onChange(describe);
  chat.attach(panel.webview);
  panel.webview.html = toWebviewHtml(panel.webview, root);
  panel.onDidChangeViewState(() => {
    chat.setVisible(panel.visible);
    if (panel.active) window.chats.activate(chat);
  });
  panel.onDidDispose(() => window.chats.removeTab(chat));
}

/** What the view stored with `setState`. */
function readSessionId(state: unknown): string | undefined {
  const { sessionId } = (state ?? {}) as { readonly sessionId?: unknown };
  return typeof sessionId === "string" ? sessionId : undefined;
}
