// Chooses agent, mode, model or a further option of the chat in front, from lists.
import type { Picker } from "@parley/chat-ui";
import * as vscode from "vscode";
import type { ParleyWindow } from "../parley-window.ts";
import { attempt } from "../report.ts";
import { labelOf } from "./options-status.ts";
import { showError } from "../notices/notices.ts";

/** A picker's id skips the first list. */
export async function chooseOption(window: ParleyWindow, pickerId?: unknown): Promise<void> {
  const chat = window.chats.active ?? window.chats.side;
  if (window.isRestricted) {
    void showError(vscode.l10n.t("This folder is not trusted, so nothing is sent to an agent."));
    return;
  }
  await attempt(window, vscode.l10n.t("Could not change it"), async () => {
    const offered = await loadPickers(chat);
    const picker = offered.find(({ id }) => id === pickerId) ?? (await pickOne(offered));
    if (picker === undefined) return;
    const value = await pickValue(picker);
    if (value !== undefined && value !== picker.value) await chat.choose(picker.id, value);
  });
}

type Chosen = ParleyWindow["chats"]["side"];

/** What an agent offers is known once it was started. */
async function loadPickers(chat: Chosen): Promise<readonly Picker[]> {
  const location = vscode.ProgressLocation.Window;
  const title = vscode.l10n.t("Asking the agent what it offers…");
  return vscode.window.withProgress({ location, title }, () => chat.loadPickers());
}

async function pickOne(pickers: readonly Picker[]): Promise<Picker | undefined> {
  const items = pickers.map((picker) => ({ label: picker.name, description: labelOf(picker), picker }));
  const placeHolder = vscode.l10n.t("What to change for this session");
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.picker;
}

async function pickValue(picker: Picker): Promise<string | undefined> {
  const items = picker.options.map(({ value, label }) => ({
    label,
    description: value === picker.value ? vscode.l10n.t("current") : "",
    value,
  }));
  return (await vscode.window.showQuickPick(items, { placeHolder: picker.name, matchOnDescription: true }))?.value;
}
