// The view of the rules of this machine and the choices that were remembered; each can be revoked.
import type { Operations } from "@parley/contract";
import * as vscode from "vscode";
import type { ViewId } from "../contributions.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { attempt } from "../report.ts";

type Rules = Operations["rules/list"]["reply"];
type RuleNode = { readonly rule: Rules["rules"][number] } | { readonly problem: string };

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
    item.description = `${verdict}${type === "choice" ? `, ${vscode.l10n.t("remembered")}` : ""}`;
    item.iconPath = new vscode.ThemeIcon(ICONS[verdict]);
    item.tooltip = `${verdict}: ${text}`;
    item.contextValue = "rule";
    return item;
  }
}

const ICONS: Readonly<Record<Rules["rules"][number]["verdict"], string>> = {
  allow: "pass",
  ask: "question",
  deny: "circle-slash",
  unknown: "warning",
};

export function refreshRules(): void {
  changed.fire();
}

export async function revokeRule(window: ParleyWindow, given?: unknown): Promise<void> {
  const node = given as RuleNode | undefined;
  if (node === undefined || !("rule" in node)) return;
  await attempt(window, vscode.l10n.t("Could not revoke the rule"), () =>
    window.remote.request("rules/revoke", { rule: node.rule.id }),
  );
  refreshRules();
}

export async function addRule(window: ParleyWindow): Promise<void> {
  const verdicts = [
    { label: vscode.l10n.t("Allow"), verdict: "allow" as const },
    { label: vscode.l10n.t("Never allow"), verdict: "deny" as const },
  ];
  const picked = await vscode.window.showQuickPick(verdicts, {
    placeHolder: vscode.l10n.t("What agents may do without asking"),
  });
  if (picked === undefined) return;
  const rule = await vscode.window.showInputBox({
    title: picked.label,
    prompt: vscode.l10n.t("For all agents on this machine"),
    placeHolder: "execute(npm run *)",
  });
  if (rule === undefined || rule.trim() === "") return;
  const { verdict } = picked;
  await attempt(window, vscode.l10n.t("Could not add the rule"), () =>
    window.remote.request("rules/add", { verdict, rule: rule.trim() }),
  );
  refreshRules();
}
