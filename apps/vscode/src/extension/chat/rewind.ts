// Rewinds a session to before a prompt, files included, after the person has agreed.
import type { MessageItem } from "@parley/acp/transcript";
import type { Operations } from "@parley/contract";
import * as vscode from "vscode";
import { describeAgo } from "../ago.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { attempt } from "../report.ts";
import { confirm, showInformation, showWarning } from "../notices/notices.ts";

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
        description: describeAgo(point.at_ms),
        detail: point.files === 0 ? vscode.l10n.t("changed no file") : vscode.l10n.t("changed files: {0}", point.files),
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
  const choice = await confirm(message, [restore, keep], point.text);
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
    void showWarning(vscode.l10n.t("Files left as they are: {0}. {1}", left.length, first.message));
  } else if (files.length > 0) void showInformation(vscode.l10n.t("Files restored: {0}.", files.length));
}
