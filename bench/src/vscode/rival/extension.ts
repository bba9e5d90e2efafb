// The host of the rivals, as extensions for ACP are commonly written: the official SDK, and every update goes to the view at once.
import { client, type ClientContext } from "@agentclientprotocol/sdk";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import * as vscode from "vscode";
import { WebSocket } from "ws";
import { RIVALS, toViewId } from "./manifest.ts";
import type { ToHost, ToView } from "./messages.ts";

const { RIVAL_URL = "", RIVAL_AUTHORIZATION = "" } = process.env;

export function activate(context: vscode.ExtensionContext): void {
  for (const rival of Object.keys(RIVALS)) {
    const provider: vscode.WebviewViewProvider = {
      resolveWebviewView: ({ webview }) => openChat(webview, context.extensionUri, rival),
    };
    context.subscriptions.push(vscode.window.registerWebviewViewProvider(toViewId(rival), provider));
  }
}

function openChat(webview: vscode.Webview, root: vscode.Uri, rival: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not of a window: it has no origin.
  const post = (message: ToView): void => void webview.postMessage(message);
  const session = openSession(post);
  webview.options = { enableScripts: true, localResourceRoots: [root] };
  webview.onDidReceiveMessage(async ({ text }: ToHost) => {
    const { agent, sessionId } = await session;
    post({ type: "prompt", text });
    await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
  });
  webview.html = toHtml(webview, webview.asWebviewUri(vscode.Uri.joinPath(root, "view.js")), rival);
}

async function openSession(post: (message: ToView) => void): Promise<{ agent: ClientContext; sessionId: string }> {
  const { agent } = client({ name: "rival" })
    .onNotification("session/update", ({ params: { update } }) => post({ type: "update", update }))
    .connect(createWebSocketStream(RIVAL_URL, { WebSocket, headers: { Authorization: RIVAL_AUTHORIZATION } }));
  await agent.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
  const cwd = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "/";
  const { sessionId } = await agent.request("session/new", { cwd, mcpServers: [] });
  return { agent, sessionId };
}

function toHtml({ cspSource }: vscode.Webview, script: vscode.Uri, rival: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${cspSource}" />
  </head>
  <body data-rival="${rival}">
    <main role="log" aria-label="Conversation" id="chat"></main>
    <textarea aria-label="Message"></textarea>
    <script src="${script.toString()}"></script>
  </body>
</html>`;
}
