// The document of a chat: it loads what was built, and nothing else may run in it.
import * as vscode from "vscode";

export function toWebviewHtml(webview: vscode.Webview, root: vscode.Uri): string {
  const folder = vscode.Uri.joinPath(root, "dist", "webview");
  const address = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
  const nonce = createNonce();
  // Styles and chunks come from the extension's own folder; images only as data that was checked.
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${webview.cspSource}`,
    `style-src ${webview.cspSource}`,
    "img-src data: blob:",
    "media-src data:",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="stylesheet" href="${address("main.css")}" />
    <title>Parley</title>
  </head>
  <body>
    <div id="chat" class="parley"></div>
    <script type="module" nonce="${nonce}" src="${address("main.js")}"></script>
  </body>
</html>`;
}

export function webviewOptions(root: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(root, "dist", "webview")] };
}

function createNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replaceAll(/[+/=]/g, "x");
}
