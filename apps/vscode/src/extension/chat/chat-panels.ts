// Chats in editor tabs: several at once, and back after a reload.
import * as vscode from "vscode";
import { CHAT_PANEL } from "../contributions.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { writeDocument } from "./webview-html.ts";

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
  connect(window, vscode.window.createWebviewPanel(CHAT_PANEL, vscode.l10n.t("Chat"), column), sessionId);
}

function connect(window: ParleyWindow, panel: vscode.WebviewPanel, sessionId: string | undefined): void {
  const root = window.context.extensionUri;
  const chat = window.chats.addTab(sessionId);
  // An image in a tab does not take the colour of its text, as one in the activity bar does.
  const icon = (theme: string): vscode.Uri => vscode.Uri.joinPath(root, "media", `tab-${theme}.svg`);
  panel.iconPath = { light: icon("light"), dark: icon("dark") };
  const writeAgain = writeDocument(panel.webview, root, chat);
  chat.attach(panel.webview);
  const describe = (): void => {
    panel.title = chat.title;
    if (!panel.visible) writeAgain();
  };
  describe();
  chat.onChange(describe);
  panel.onDidChangeViewState(() => {
    chat.setVisible(panel.visible);
    if (!panel.visible) writeAgain();
    if (panel.active) window.chats.activate(chat);
  });
  panel.onDidDispose(() => window.chats.removeTab(chat));
}

/** What the view stored with `setState`. */
function readSessionId(state: unknown): string | undefined {
  const { sessionId } = (state ?? {}) as { readonly sessionId?: unknown };
  return typeof sessionId === "string" ? sessionId : undefined;
}
