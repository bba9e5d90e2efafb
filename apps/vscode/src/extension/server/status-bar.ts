// The server in the status bar: whether this window is connected, and how many sessions work or wait for a person.
import * as vscode from "vscode";
import type { CommandId } from "../contributions.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { countQuestions } from "../questions/count-questions.ts";

const COMMAND: CommandId = "acp.showServer";

export function registerStatusBar(window: ParleyWindow): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("acp.server", vscode.StatusBarAlignment.Right, 90);
  item.name = vscode.l10n.t("Parley server");
  item.command = COMMAND;
  const show = (): void => {
    const { icon, text, tooltip, isBad = false } = describe(window);
    item.text = `$(${icon}) ${text}`;
    item.tooltip = tooltip;
    item.backgroundColor = isBad ? new vscode.ThemeColor("statusBarItem.errorBackground") : undefined;
  };
  show();
  item.show();
  const stops = [window.sessions.subscribe(show), window.questions.subscribe(show)];
  const status = window.onStatus(show);
  return new vscode.Disposable(() => {
    for (const stop of stops) stop();
    status.dispose();
    item.dispose();
  });
}

interface Shown {
  readonly icon: string;
  readonly text: string;
  readonly tooltip: string;
  readonly isBad?: boolean;
}

function describe(window: ParleyWindow): Shown {
  const { status } = window;
  switch (status.kind) {
    case "connected":
      return describeWork(window, status.version);
    case "connecting":
      return { icon: "loading~spin", text: "Parley", tooltip: vscode.l10n.t("Connecting to the Parley server") };
    case "starting":
      return { icon: "loading~spin", text: "Parley", tooltip: vscode.l10n.t("Starting the Parley server") };
    case "off":
      return { icon: "circle-slash", text: "Parley", tooltip: vscode.l10n.t("The Parley server is not running") };
    case "failed":
      return { icon: "error", text: "Parley", tooltip: status.message, isBad: true };
  }
}

function describeWork({ sessions, questions }: ParleyWindow, version: string): Shown {
  const running = sessions.sessions.filter(({ status }) => status !== "idle").length;
  const waiting = questions.openCount;
  const server = vscode.l10n.t("Connected to Parley server {0}", version);
  if (waiting > 0) {
    return { icon: "bell-dot", text: `Parley: ${waiting}`, tooltip: `${countQuestions(waiting)}. ${server}` };
  }
  if (running > 0) {
    const work = running === 1 ? vscode.l10n.t("1 session running") : vscode.l10n.t("{0} sessions running", running);
    return { icon: "loading~spin", text: "Parley", tooltip: `${work}. ${server}` };
  }
  return { icon: "comment-discussion", text: "Parley", tooltip: server };
}
