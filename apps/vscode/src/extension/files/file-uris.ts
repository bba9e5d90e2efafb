// Paths of the server's machine as addresses in this window.
import * as vscode from "vscode";

/** A web host reaches files by the address of its folders; every other host sees them as files of its own machine. */
export function toFileUri(path: string): vscode.Uri {
  const uri = vscode.Uri.file(path);
  const remote = vscode.workspace.workspaceFolders?.find((folder) => folder.uri.scheme === "vscode-remote");
  return remote === undefined ? uri : remote.uri.with({ path: uri.path });
}
