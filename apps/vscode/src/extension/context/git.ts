// What this extension asks of VS Code's own git extension.
import * as vscode from "vscode";

export interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly inputBox: { value: string };
  readonly state: { readonly indexChanges: readonly unknown[] };
  /** The staged changes, or those that are not staged. */
  diff(isStaged: boolean): Promise<string>;
}

interface GitExtension {
  getAPI(version: 1): { readonly repositories: readonly GitRepository[] };
}

/** The one that has the folder, else the first. Undefined without git. */
export async function findRepository(near: vscode.Uri | undefined): Promise<GitRepository | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>("vscode.git");
  if (extension === undefined) return undefined;
  const { repositories } = (extension.isActive ? extension.exports : await extension.activate()).getAPI(1);
  const path = near?.fsPath ?? "";
  return repositories.find(({ rootUri }) => path.startsWith(rootUri.fsPath)) ?? repositories[0];
}

/** Staged changes, or if nothing is staged, all of them. */
export async function readDiff(repository: GitRepository): Promise<string> {
  const staged = await repository.diff(true);
  return staged.trim() === "" ? repository.diff(false) : staged;
}
