// The plan of the chat in front, with the state and priority of every step.
import type { PlanEntry } from "@parley/acp";
import { neutralLine } from "@parley/base";
import * as vscode from "vscode";
import type { ViewId } from "../contributions.ts";
import type { ParleyWindow } from "../parley-window.ts";

const VIEW: ViewId = "acp.plan";

export function registerPlanView({ chats }: ParleyWindow): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const read = (): readonly PlanEntry[] => chats.active?.plan ?? [];
  const view = vscode.window.createTreeView<PlanEntry>(VIEW, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: (entry) => (entry === undefined ? [...read()] : []),
      getTreeItem: toItem,
    },
  });
  let last: unknown;
  const show = (): void => {
    const plan = read();
    if (plan === last) return;
    last = plan;
    const done = plan.filter(({ status }) => status === "completed").length;
    view.description = plan.length === 0 ? "" : vscode.l10n.t("{0} of {1} done", done, plan.length);
    changed.fire();
  };
  show();
  return vscode.Disposable.from(view, changed, chats.onActive(show));
}

function toItem({ content, status, priority }: PlanEntry): vscode.TreeItem {
  const { icon, color, words } = LOOKS[status] ?? { icon: "question", color: undefined, words: status };
  const text = neutralLine(content);
  const item = new vscode.TreeItem(text);
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  item.description = [priority === "medium" ? undefined : PRIORITIES[priority], status === "in_progress" ? words : ""]
    .filter(Boolean)
    .join(" · ");
  item.tooltip = `${text}\n${words}, ${PRIORITIES[priority] ?? priority}`;
  item.accessibilityInformation = { label: `${text}, ${words}, ${PRIORITIES[priority] ?? priority}` };
  return item;
}

const LOOKS: Readonly<Record<string, { readonly icon: string; readonly color?: string; readonly words: string }>> = {
  pending: { icon: "circle-large-outline", words: "to do" },
  in_progress: { icon: "loading~spin", words: "in progress" },
  completed: { icon: "pass-filled", color: "testing.iconPassed", words: "done" },
};

const PRIORITIES: Readonly<Record<string, string>> = {
  high: "high priority",
  medium: "medium priority",
  low: "low priority",
};
