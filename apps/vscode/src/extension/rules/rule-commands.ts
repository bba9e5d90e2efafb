// Adds and revokes rules.
import * as vscode from "vscode";
import type { ParleyWindow } from "../parley-window.ts";
import { attempt } from "../report.ts";
import { refreshRules, type RuleNode } from "./rules-view.ts";

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
