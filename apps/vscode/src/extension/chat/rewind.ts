// Rewinds a session to before a prompt, files included, after the person has agreed.
import type { MessageItem } from "@parley/acp/transcript";
import { plural } from "@parley/base";
import { formatAgo } from "@parley/chat-model";
import type { Operations } from "@parley/contract";
import * as vscode from "vscode";
import type { ParleyWindow } from "../parley-window.ts";
import { attempt } from "../report.ts";

type Points = Operations["sessions/rewindPoints"]["reply"];

/** To before a prompt of the conversation. */
export async function rewindBefore(window: ParleyWindow, id: string, { seq }: MessageItem): Promise<void> {
  await attempt(window, vscode.l10n.t("Could not rewind the session"), async () => {
    const { points } = await window.remote.request("sessions/rewindPoints", { id });
    const point = points.find((one) => one.seq === seq);
    if (point === undefined) throw new Error(vscode.l10n.t("This prompt can no longer be rewound to."));
    await rewind(window, id, point);
  });
}

/** To before one of its prompts, which the person picks; or undoes the last rewind. */
export async function pickRewind(window: ParleyWindow, id: string): Promise<void> {
  await attempt(window, vscode.l10n.t("Could not rewind the session"), async () => {
    const { points, undoable } = await window.remote.request("sessions/rewindPoints", { id });
    const items = [
      ...(undoable === undefined ? [] : [{ label: vscode.l10n.t("Undo the last rewind"), point: undefined }]),
      ...points.toReversed().map((point) => ({
        label: point.text,
        description: formatAgo(Date.now() - point.at_ms),
        detail: point.files === 0 ? vscode.l10n.t("changed no file") : `changed ${plural(point.files, "file")}`,
        point,
      })),
    ];
    const placeHolder = vscode.l10n.t("Continue from before this prompt");
    const picked = await vscode.window.showQuickPick(items, { placeHolder });
    if (picked === undefined) return;
    if (picked.point === undefined) report(await window.remote.request("sessions/rewind", { id, undo: true }));
    else await rewind(window, id, picked.point);
  });
}

async function rewind({ remote }: ParleyWindow, id: string, point: Points["points"][number]): Promise<void> {
  const restore = vscode.l10n.t("Rewind and Restore Files");
  const keep = vscode.l10n.t("Rewind the Conversation Only");
  const message = vscode.l10n.t("Continue from before this prompt? What came after it no longer counts.");
  const choice = await vscode.window.showWarningMessage(message, { modal: true, detail: point.text }, restore, keep);
  if (choice === undefined) return;
  report(
    await remote.request("sessions/rewind", {
      id,
      turn: String(point.turn),
      ...(choice === keep && { keep_files: true }),
    }),
  );
}

function report({ files, left }: Operations["sessions/rewind"]["reply"]): void {
  const [first] = left;
  if (first !== undefined) {
    void vscode.window.showWarningMessage(`${plural(left.length, "file")} left as is. ${first.message}`);
  } else if (files.length > 0) void vscode.window.showInformationMessage(`Restored ${plural(files.length, "file")}.`);
}
