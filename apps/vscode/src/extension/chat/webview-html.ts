// The document of a chat: it loads what was built, and nothing else may run in it.
import { escapeHtml, shownLocale } from "@parley/base";
import * as vscode from "vscode";
import { SHELL_STYLE } from "./chat-shell.ts";

/** Writes the document of a chat. Returns how to write it again while it is out of sight, so that it begins as the chat is. */
export function writeDocument(webview: vscode.Webview, root: vscode.Uri, chat: { readonly shell: string }): () => void {
  let written: string | undefined;
  const write = (): void => {
    const { shell } = chat;
    if (shell === written) return;
    written = shell;
    webview.html = toWebviewHtml(webview, root, shell);
  };
  webview.options = webviewOptions(root);
  write();
  return write;
}

/** `shell` is shown until the scripts are there. */
function toWebviewHtml(webview: vscode.Webview, root: vscode.Uri, shell: string): string {
  const folder = vscode.Uri.joinPath(root, "dist", "webview");
  const address = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
  const nonce = createNonce();
  // The first is imported by the second, which would ask for it only when it is there itself.
  const scripts = JSON.stringify(["runtime.js", "main.js"].map(address));
  // VS Code hides a document until everything is loaded that it names, or for 200 ms: so it names nothing.
  // Chunks come from the extension's own folder, and the script adds its styles itself; images only as data that was checked.
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${webview.cspSource}`,
    `style-src 'nonce-${nonce}'`,
    "img-src data: blob:",
    "media-src data:",
  ].join("; ");
  return `<!doctype html>
<html lang="${escapeHtml(shownLocale())}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <style nonce="${nonce}">${SHELL_STYLE}</style>
    <title>Parley</title>
  </head>
  <body>
    <div id="chat">${shell}</div>
    ${toWordsElement(vscode.l10n.bundle)}
    <script nonce="${nonce}">for (const address of ${scripts}) import(address);</script>
  </body>
</html>`;
}

/** Nothing in English. Data, which no policy for scripts is about. */
function toWordsElement(words: Readonly<Record<string, string>> | undefined): string {
  if (words === undefined) return "";
  return `<script type="application/json" id="words">${JSON.stringify(words).replaceAll("<", "\\u003c")}</script>`;
}

function webviewOptions(root: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(root, "dist", "webview")] };
}

function createNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replaceAll(/[+/=]/g, "x");
}
