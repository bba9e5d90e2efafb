// Messages for a change that could not be kept or undone.
import type { Reviewed } from "@parley/chat-ui";
import * as vscode from "vscode";
import { showError, showWarning } from "../notices/notices.ts";

type Action = "keep" | "undo" | "redo";

export function explainLeft(action: Action, left: Reviewed["left"]): void {
  const [first] = left;
  // It is as wanted: another window was faster.
  if (first === undefined || first.reason === "already_done") return;
  void showWarning(`${notDone(action)}: ${first.path}: ${first.message}`);
}

export function reportFailure(action: Action, error: unknown): void {
  void showError(`${notDone(action)}: ${error instanceof Error ? error.message : String(error)}`);
}

function notDone(action: Action): string {
  if (action === "keep") return vscode.l10n.t("Not kept");
  return action === "undo" ? vscode.l10n.t("Not undone") : vscode.l10n.t("Not redone");
}
