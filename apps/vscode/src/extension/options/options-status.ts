// Mode and model of the chat in front, in the status bar. A click offers everything that can be chosen.
import type { Picker } from "@parley/chat-ui";
import * as vscode from "vscode";
import type { CommandId } from "../contributions.ts";
import type { ParleyWindow } from "../parley-window.ts";

const COMMAND: CommandId = "acp.chooseOption";

export function registerOptionsStatus({ chats, onStatus }: ParleyWindow): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("acp.options", vscode.StatusBarAlignment.Right, 91);
  item.name = vscode.l10n.t("Parley: mode and model");
  item.command = COMMAND;
  const show = (): void => {
    const pickers = chats.active?.pickers ?? [];
    const shown = pickers.filter(({ id }) => SHOWN.has(id)).map(labelOf);
    const bold = pickers.find(({ isMarked }) => isMarked === true);
    if (shown.length === 0) {
      item.hide();
      return;
    }
    item.text = `$(${bold === undefined ? "hubot" : "warning"}) ${[...shown, ...(bold === undefined ? [] : [labelOf(bold)])].join(" · ")}`;
    item.tooltip = toTooltip(pickers);
    item.accessibilityInformation = { label: pickers.map(describe).join(", "), role: "button" };
    item.backgroundColor = bold === undefined ? undefined : new vscode.ThemeColor("statusBarItem.warningBackground");
    item.show();
  };
  show();
  return vscode.Disposable.from(item, chats.onActive(show), onStatus(show));
}

const SHOWN: ReadonlySet<string> = new Set(["agent", "mode", "model"]);

function toTooltip(pickers: readonly Picker[]): vscode.MarkdownString {
  const tip = new vscode.MarkdownString();
  for (const picker of pickers) tip.appendText(describe(picker)).appendMarkdown("\n\n");
  return tip.appendMarkdown(vscode.l10n.t("Click to change."));
}

function describe(picker: Picker): string {
  return `${picker.name}: ${labelOf(picker)}`;
}

export function labelOf({ value, options }: Picker): string {
  return options.find((one) => one.value === value)?.label ?? value;
}
