// A question in one line.
import { neutralLine, revealLine } from "@parley/base";
import { toPermissionSubject, readSentence } from "@parley/chat-model";
import type { AskedQuestion } from "@parley/chat-ui";
import * as vscode from "vscode";
import type { ParleyWindow } from "../parley-window.ts";

/** `Codex: Run a command: npm test. Supervised mode: …` */
export function describeQuestion(
  { agents, sessions }: ParleyWindow,
  interaction: AskedQuestion["interaction"],
): string {
  const agent = neutralLine(agents.titleOf(interaction.agent));
  const { tool_call: toolCall, request, session_id: id, reason } = interaction;
  if (toolCall === undefined) {
    const message = request !== undefined && "message" in request ? request.message : undefined;
    return `${agent}: ${typeof message === "string" ? neutralLine(message) : vscode.l10n.t("has a question")}`;
  }
  const { title, parts } = toPermissionSubject(toolCall, id === undefined ? undefined : sessions.get(id)?.working_dir);
  const command = parts.find(({ type }) => type === "command");
  const subject = command?.type === "command" ? `${title}: ${command.text}` : title;
  return [`${agent}: ${subject}.`, reason && revealLine(readSentence(reason))].filter(Boolean).join(" ");
}
