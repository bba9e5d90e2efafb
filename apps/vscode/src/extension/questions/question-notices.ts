// A notification for every question whose chat is out of sight, with the same choices as its card.
import type { AskedQuestion } from "@parley/chat-ui";
import * as vscode from "vscode";
import { NOTIFIED_KEPT_MAX } from "../../limits.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { readNotifications } from "../settings/settings.ts";

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

/** Its code is loaded with the first question: until then, everything counts that the editor loads at its start. */
async function notify(window: ParleyWindow, interaction: Interaction): Promise<void> {
  const { notifyQuestion } = await import("./notify-question.ts");
  await notifyQuestion(window, interaction);
}
