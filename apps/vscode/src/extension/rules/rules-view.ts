// The view of the rules of this machine and the choices that were remembered; each can be revoked.
import type { Operations } from "@parley/contract";
import * as vscode from "vscode";
import type { ViewId } from "../contributions.ts";
import type { ParleyWindow } from "../parley-window.ts";

type Rules = Operations["rules/list"]["reply"];
export type RuleNode = { readonly rule: Rules["rules"][number] } | { readonly problem: string };
type Verdict = Rules["rules"][number]["verdict"];

const VIEW: ViewId = "acp.rules";
/** A rule was added or revoked. The server does not report that. */
const changed = new vscode.EventEmitter<void>();

export function registerRulesView(window: ParleyWindow): vscode.Disposable {
  const view = vscode.window.createTreeView(VIEW, { treeDataProvider: new RulesProvider(window) });
  const shown = view.onDidChangeVisibility(refreshRules);
  // An answer may have been remembered.
  const stop = window.questions.subscribe(refreshRules);
  const status = window.onStatus(refreshRules);
  return new vscode.Disposable(() => {
    stop();
    for (const one of [shown, status, view]) one.dispose();
  });
}

class RulesProvider implements vscode.TreeDataProvider<RuleNode> {
  readonly #window: ParleyWindow;
  readonly onDidChangeTreeData: vscode.Event<void> = changed.event;

  constructor(window: ParleyWindow) {
    this.#window = window;
  }

  async getChildren(node?: RuleNode): Promise<RuleNode[]> {
    if (node !== undefined || this.#window.remote.state.kind !== "connected") return [];
    try {
      const { rules, problems } = await this.#window.remote.request("rules/list", {});
      return [...problems.map((problem) => ({ problem })), ...rules.map((rule) => ({ rule }))];
    } catch (error) {
      return [{ problem: error instanceof Error ? error.message : String(error) }];
    }
  }

  getTreeItem(node: RuleNode): vscode.TreeItem {
    if ("problem" in node) {
      const item = new vscode.TreeItem(node.problem);
      item.iconPath = new vscode.ThemeIcon("warning");
      return item;
    }
    const { id, text, verdict, type } = node.rule;
    const item = new vscode.TreeItem(text);
    item.id = id;
    const words = describeVerdict(verdict);
    item.description = `${words}${type === "choice" ? `, ${vscode.l10n.t("remembered")}` : ""}`;
    item.iconPath = new vscode.ThemeIcon(ICONS[verdict]);
    item.tooltip = `${words}: ${text}`;
    item.contextValue = "rule";
    return item;
  }
}

const ICONS: Readonly<Record<Verdict, string>> = {
  allow: "pass",
  ask: "question",
  deny: "circle-slash",
  unknown: "warning",
};

function describeVerdict(verdict: Verdict): string {
  switch (verdict) {
    case "allow":
      return vscode.l10n.t("allow");
    case "ask":
      return vscode.l10n.t("ask");
    case "deny":
      return vscode.l10n.t("deny");
    case "unknown":
      return vscode.l10n.t("unknown");
  }
}

export function refreshRules(): void {
  changed.fire();
}
