// The chat in the side bar. Its webview comes and goes with its sight; the chat stays.
import * as vscode from "vscode";
import type { ViewId } from "../contributions.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { writeDocument } from "./webview-html.ts";

const VIEW: ViewId = "acp.chat";

export function registerChatView(window: ParleyWindow): vscode.Disposable {
  const root = window.context.extensionUri;
  return vscode.window.registerWebviewViewProvider(VIEW, {
    resolveWebviewView: (view) => {
      const { side } = window.chats;
      const writeAgain = writeDocument(view.webview, root, side);
      side.attach(view.webview);
      const describe = (): void => {
        view.description = side.sessionId === undefined ? "" : side.title;
        if (!view.visible) writeAgain();
      };
      describe();
      const titles = side.onChange(describe);
      view.onDidChangeVisibility(() => {
        side.setVisible(view.visible);
        if (!view.visible) writeAgain();
      });
      view.onDidDispose(() => {
        titles.dispose();
        side.detach();
      });
    },
  });
}
