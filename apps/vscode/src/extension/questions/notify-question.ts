// The notification of one question.
import { toPermissionChoices } from "@parley/chat-model";
import type { AskedQuestion } from "@parley/chat-ui";
import * as vscode from "vscode";
import type { CommandId } from "../contributions.ts";
import { showWarning } from "../notices/notices.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { attempt } from "../report.ts";
import { answerQuestion } from "./answer-question.ts";
import { describeQuestion } from "./describe-question.ts";

const OPEN: CommandId = "acp.openSession";

/** A notification has room for a few buttons: the answers that hold once, and the others behind one more. */
export async function notifyQuestion(window: ParleyWindow, interaction: AskedQuestion["interaction"]): Promise<void> {
  const [show, more] = [vscode.l10n.t("Show"), vscode.l10n.t("More Answers…")];
  const choices = interaction.kind === "permission" ? toPermissionChoices(interaction.options ?? []) : [];
  const once = choices.filter(({ option }) => ONCE.has(option.kind));
  const buttons = [...once.map(({ label }) => label), ...(once.length < choices.length ? [more] : []), show];
  const picked = await showWarning(describeQuestion(window, interaction), ...buttons);
  if (picked === show) return vscode.commands.executeCommand(OPEN, interaction.session_id);
  if (picked === more) return answerQuestion(window, interaction);
  const choice = choices.find(({ label }) => label === picked);
  if (choice === undefined) return;
  const { optionId } = choice.option;
  await attempt(window, vscode.l10n.t("The answer was not taken"), () =>
    window.questions.answerPermission(interaction.id, { optionId }),
  );
}

const ONCE: ReadonlySet<string> = new Set(["allow_once", "reject_once"]);
