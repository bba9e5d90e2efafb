// The command that writes a commit message for what is staged, with the agent that a new chat would have.
import * as vscode from "vscode";
import type { EditorCommandId } from "../contributions.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { showError } from "../notices/notices.ts";

export function registerCommitMessage(window: ParleyWindow): vscode.Disposable {
  const command = "acp.writeCommitMessage" satisfies EditorCommandId;
  return vscode.commands.registerCommand(command, async (control: unknown) => {
    const where = vscode.ProgressLocation.SourceControl;
    const title = vscode.l10n.t("Writing a commit message…");
    try {
      await vscode.window.withProgress({ location: where, title }, async () =>
        (await import("./write-commit-message.ts")).writeCommitMessage(window, rootOf(control)),
      );
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      void showError(vscode.l10n.t("Could not write a commit message: {0}", reason));
    }
  });
}

/** The menu gives the source control that it was opened on. */
function rootOf(control: unknown): vscode.Uri | undefined {
  const root = typeof control === "object" && control !== null && "rootUri" in control ? control.rootUri : undefined;
  return root instanceof vscode.Uri ? root : vscode.window.activeTextEditor?.document.uri;
}
