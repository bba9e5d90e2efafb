// Answers a question from a list of its choices.
import { toPermissionChoices } from "@parley/chat-model";
import type { AskedQuestion } from "@parley/chat-ui";
import * as vscode from "vscode";
import type { ParleyWindow } from "../parley-window.ts";
import { attempt } from "../report.ts";
import { describeQuestion } from "./describe-question.ts";

/** A question with more than choices is answered in its chat. */
export async function answerQuestion(window: ParleyWindow, interaction: AskedQuestion["interaction"]): Promise<void> {
  if (interaction.kind !== "permission") {
    await vscode.commands.executeCommand("acp.openSession", interaction.session_id);
    return;
  }
  const items = toPermissionChoices(interaction.options ?? []).map(({ label, option }) => ({ label, option }));
  const placeHolder = describeQuestion(window, interaction);
  const picked = await vscode.window.showQuickPick(items, { placeHolder, ignoreFocusOut: true });
  if (picked === undefined) return;
  const { optionId } = picked.option;
  await attempt(window, vscode.l10n.t("The answer was not taken"), () =>
    window.questions.answerPermission(interaction.id, { optionId }),
  );
}
