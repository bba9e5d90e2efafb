// The view of all sessions of the server, with their states; its badge counts the questions that wait.
import { plural } from "@parley/base";
import { formatAgo, type SessionStatus } from "@parley/chat-model";
import { sessionStatusOf } from "@parley/surface";
import * as vscode from "vscode";
import type { CommandId, ViewId } from "../contributions.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { toSessionNodes, type SessionNode } from "./session-tree.ts";

const VIEW: ViewId = "acp.sessions";
const OPEN: CommandId = "acp.openSession";

export function registerSessionsView(window: ParleyWindow): vscode.Disposable {
  const provider = new SessionsProvider(window);
  const view = vscode.window.createTreeView(VIEW, { treeDataProvider: provider, showCollapseAll: true });
  const showBadge = (): void => {
    const count = window.questions.openCount;
    view.badge = count === 0 ? undefined : { value: count, tooltip: `${plural(count, "question")} for you` };
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
      item.description = plural(node.sessions.length, "session");
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
    const { icon, color, words } = LOOKS[status];
    const item = new vscode.TreeItem(session.name);
    item.id = session.id;
    item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
    const age = formatAgo(Date.now() - Date.parse(session.updated_at));
    const agent = agents.titleOf(session.agent);
    item.description = [status === "idle" ? undefined : words, agent, age].filter(Boolean).join(" · ");
    item.tooltip = [session.name, `${agent}, ${words}`, session.working_dir, session.last_line]
      .filter(Boolean)
      .join("\n");
    item.contextValue = `session ${session.status === "idle" ? "idle" : "working"}`;
    item.command = { command: OPEN, title: "Open", arguments: [session.id] };
    item.accessibilityInformation = { label: `${session.name}, ${words}, ${agent}, ${age}` };
    return item;
  }
}

const LOOKS: Readonly<
  Record<SessionStatus, { readonly icon: string; readonly color?: string; readonly words: string }>
> = {
  needs_you: { icon: "bell-dot", color: "charts.orange", words: "needs you" },
  running: { icon: "loading~spin", words: "running" },
  failed: { icon: "error", color: "errorForeground", words: "failed" },
  unread: { icon: "circle-filled", color: "charts.blue", words: "unread" },
  idle: { icon: "comment", words: "idle" },
};
