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
  const { icon, color } = LOOKS[status] ?? { icon: "question" };
  const [state, rank] = [describeState(status), describePriority(priority)];
  const text = neutralLine(content);
  const item = new vscode.TreeItem(text);
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  item.description = [priority === "medium" ? "" : rank, status === "in_progress" ? state : ""]
    .filter((part) => part !== "")
    .join(" · ");
  item.tooltip = `${text}\n${state}, ${rank}`;
  item.accessibilityInformation = { label: `${text}, ${state}, ${rank}` };
  return item;
}

const LOOKS: Readonly<Record<string, { readonly icon: string; readonly color?: string }>> = {
  pending: { icon: "circle-large-outline" },
  in_progress: { icon: "loading~spin" },
  completed: { icon: "pass-filled", color: "testing.iconPassed" },
};

function describeState(status: PlanEntry["status"]): string {
  switch (status) {
    case "pending":
      return vscode.l10n.t("to do");
    case "in_progress":
      return vscode.l10n.t("in progress");
    case "completed":
      return vscode.l10n.t("done");
    default:
      return status;
  }
}

function describePriority(priority: PlanEntry["priority"]): string {
  switch (priority) {
    case "high":
      return vscode.l10n.t("high priority");
    case "medium":
      return vscode.l10n.t("medium priority");
    case "low":
      return vscode.l10n.t("low priority");
    default:
      return priority;
  }
}
