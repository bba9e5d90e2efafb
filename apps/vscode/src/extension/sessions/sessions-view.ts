// The view of all sessions of the server, with their states; its badge counts the questions that wait.
import type { SessionStatus } from "@parley/chat-model";
import { sessionStatusOf } from "@parley/surface";
import * as vscode from "vscode";
import { describeAgo } from "../ago.ts";
import type { CommandId, ViewId } from "../contributions.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { countQuestions } from "../questions/count-questions.ts";
import { toSessionNodes, type SessionNode } from "./session-tree.ts";

const VIEW: ViewId = "acp.sessions";
const OPEN: CommandId = "acp.openSession";

export function registerSessionsView(window: ParleyWindow): vscode.Disposable {
  const provider = new SessionsProvider(window);
  const view = vscode.window.createTreeView(VIEW, { treeDataProvider: provider, showCollapseAll: true });
  const showBadge = (): void => {
    const count = window.questions.openCount;
    view.badge = count === 0 ? undefined : { value: count, tooltip: countQuestions(count) };
  };
  showBadge();
  const stops = [
    window.sessions.subscribe(() => provider.refresh()),
    window.agents.subscribe(() => provider.refresh()),
    window.seen.subscribe(() => provider.refresh()),
    window.questions.subscribe(showBadge),
  ];
  const folders = vscode.workspace.onDidChangeWorkspaceFolders(() => provider.refresh());
  return new vscode.Disposable(() => {
    for (const stop of stops) stop();
    folders.dispose();
    view.dispose();
    provider.dispose();
  });
}

class SessionsProvider implements vscode.TreeDataProvider<SessionNode>, vscode.Disposable {
  readonly #window: ParleyWindow;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData: vscode.Event<void> = this.#changed.event;

  constructor(window: ParleyWindow) {
    this.#window = window;
  }

  refresh(): void {
    this.#changed.fire();
  }

  getChildren(node?: SessionNode): SessionNode[] {
    if (node?.type === "folder") return node.sessions.map((session) => ({ type: "session", session }));
    if (node !== undefined) return [];
    const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
    return [...toSessionNodes(this.#window.sessions.sessions, folders)];
  }

  getTreeItem(node: SessionNode): vscode.TreeItem {
    if (node.type === "folder") {
      const item = new vscode.TreeItem(node.label, vscode.TreeItemCollapsibleState.Collapsed);
      item.tooltip = node.folder;
      item.description = countSessions(node.sessions.length);
      item.iconPath = vscode.ThemeIcon.Folder;
      item.id = `folder ${node.folder}`;
      return item;
    }
    return this.#toItem(node.session);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #toItem(session: Extract<SessionNode, { readonly type: "session" }>["session"]): vscode.TreeItem {
    const { agents, seen } = this.#window;
    const status = sessionStatusOf(session, seen.marks);
    const { icon, color } = LOOKS[status];
    const words = describeStatus(status);
    const item = new vscode.TreeItem(session.name);
    item.id = session.id;
    item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
    const age = describeAgo(Date.parse(session.updated_at));
    const agent = agents.titleOf(session.agent);
    item.description = [status === "idle" ? undefined : words, agent, age].filter(Boolean).join(" · ");
    item.tooltip = [session.name, `${agent}, ${words}`, session.working_dir, session.last_line]
      .filter(Boolean)
      .join("\n");
    item.contextValue = `session ${session.status === "idle" ? "idle" : "working"}`;
    item.command = { command: OPEN, title: vscode.l10n.t("Open"), arguments: [session.id] };
    item.accessibilityInformation = { label: `${session.name}, ${words}, ${agent}, ${age}` };
    return item;
  }
}

const LOOKS: Readonly<Record<SessionStatus, { readonly icon: string; readonly color?: string }>> = {
  needs_you: { icon: "bell-dot", color: "list.warningForeground" },
  running: { icon: "loading~spin" },
  failed: { icon: "error", color: "errorForeground" },
  unread: { icon: "circle-filled", color: "charts.blue" },
  idle: { icon: "comment" },
};

function describeStatus(status: SessionStatus): string {
  switch (status) {
    case "needs_you":
      return vscode.l10n.t("needs you");
    case "running":
      return vscode.l10n.t("running");
    case "failed":
      return vscode.l10n.t("failed");
    case "unread":
      return vscode.l10n.t("unread");
    case "idle":
      return vscode.l10n.t("idle");
  }
}

function countSessions(count: number): string {
  return count === 1 ? vscode.l10n.t("1 session") : vscode.l10n.t("{0} sessions", count);
}
