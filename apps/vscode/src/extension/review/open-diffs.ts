// Diffs of what is under review, in the editor's own viewers: one file, or all of them. The arrow of a diff undoes a hunk.
import { basename } from "../files/path-scope.ts";
import * as vscode from "vscode";
import { toBaseUri } from "./base-files.ts";
import type { ReviewedFile } from "./reviews.ts";

export async function openDiff(file: ReviewedFile): Promise<void> {
  const { change, uri } = file;
  if (change.content !== "text") {
    await vscode.commands.executeCommand("vscode.open", uri);
    return;
  }
  const title = vscode.l10n.t("{0} (changes of the agent)", basename(file.path));
  await vscode.commands.executeCommand("vscode.diff", toBaseUri(file), rightOf(file), title, { preview: true });
}

/** In one tab, each with its own arrows. */
export async function openAllDiffs(files: readonly ReviewedFile[]): Promise<void> {
  const resources = files
    .filter(({ change }) => change.content === "text")
    .map((file) => [file.uri, toBaseUri(file), rightOf(file)]);
  await vscode.commands.executeCommand("vscode.changes", vscode.l10n.t("Changes of the agent"), resources);
}

function rightOf(file: ReviewedFile): vscode.Uri {
  return file.change.change === "deleted" ? toBaseUri(file, { isEmpty: true }) : file.uri;
}
