// A notification for every question whose chat is out of sight, with the same choices as its card.
import { toPermissionChoices } from "@parley/chat-model";
import type { AskedQuestion } from "@parley/chat-ui";
import * as vscode from "vscode";
import { NOTIFIED_KEPT_MAX } from "../../limits.ts";
import type { CommandId } from "../contributions.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { attempt } from "../report.ts";
import { readNotifications } from "../settings/settings.ts";
import { answerQuestion } from "./answer-question.ts";
import { describeQuestion } from "./describe-question.ts";
import { showWarning } from "../notices/notices.ts";

const OPEN: CommandId = "acp.openSession";

type Interaction = AskedQuestion["interaction"];

export function registerQuestionNotices(window: ParleyWindow): vscode.Disposable {
  const notified = new Set<string>();
  const look = (): void => {
    for (const { interaction, over } of window.questions.questions) {
      if (over !== undefined || notified.has(interaction.id)) continue;
      notified.add(interaction.id);
      const [oldest] = notified;
      if (notified.size > NOTIFIED_KEPT_MAX && oldest !== undefined) notified.delete(oldest);
      if (isWanted(window, interaction)) void notify(window, interaction);
    }
  };
  const stop = window.questions.subscribe(look);
  return new vscode.Disposable(stop);
}

function isWanted({ chats, sessions, isRestricted }: ParleyWindow, { session_id: id }: Interaction): boolean {
  const wanted = readNotifications();
  if (wanted === "never" || isRestricted) return false;
  if (wanted === "background" && chats.shown.some(({ sessionId }) => sessionId === id)) return false;
  // Another window has that folder, and shows it there.
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  const folder = id === undefined ? undefined : sessions.get(id)?.working_dir;
  return folder === undefined || folders.length === 0 || folders.includes(folder) || chats.hasShown(id);
}

/** A notification has room for a few buttons: the answers that hold once, and the others behind one more. */
async function notify(window: ParleyWindow, interaction: Interaction): Promise<void> {
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
