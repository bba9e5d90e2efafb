// How many questions wait, in words.
import * as vscode from "vscode";

export function countQuestions(count: number): string {
  return count === 1 ? vscode.l10n.t("1 question for you") : vscode.l10n.t("{0} questions for you", count);
}
