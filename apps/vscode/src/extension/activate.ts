// Puts the extension together, for both hosts: the window first, then every part that adds something to the editor.
import { setWords } from "@parley/base";
import * as vscode from "vscode";
import { registerAgentsView } from "./agents/agents-view.ts";
import { registerProfileNotices } from "./agents/profile-notices.ts";
import { registerCodeActions } from "./assist/code-actions.ts";
import { registerCommitMessage } from "./assist/commit-message.ts";
import { registerFollowAlong } from "./assist/follow-along.ts";
import { registerChatPanels } from "./chat/chat-panels.ts";
import { registerChatView } from "./chat/chat-view.ts";
import { registerCommands } from "./commands.ts";
import { registerQuestionNotices } from "./questions/question-notices.ts";
import { registerRulesView } from "./rules/rules-view.ts";
import { registerContext } from "./context/register-context.ts";
import { registerDocumentReport } from "./files/document-report.ts";
import type { RealPath } from "./files/path-scope.ts";
import type { HostFacts } from "./host-facts.ts";
import { registerInline } from "./inline/register-inline.ts";
import { ParleyWindow } from "./parley-window.ts";
import { registerOptionsStatus } from "./options/options-status.ts";
import { registerPlanView } from "./plan/plan-view.ts";
import { registerReview } from "./review/register-review.ts";
import type { ServerFinder } from "./server/server-finder.ts";
import { registerProblemNotices } from "./settings/problem-notices.ts";
import { registerStatusBar } from "./server/status-bar.ts";
import { registerSessionsView } from "./sessions/sessions-view.ts";
import { registerTerminals } from "./terminals/register-terminals.ts";
import { registerTools } from "./tools/register-tools.ts";

/** Each adds something to the editor, and takes it away when it is disposed. */
const PARTS: readonly ((window: ParleyWindow) => vscode.Disposable)[] = [
  registerChatView,
  registerChatPanels,
  registerCommands,
  registerStatusBar,
  registerSessionsView,
  registerAgentsView,
  registerRulesView,
  registerQuestionNotices,
  registerDocumentReport,
  registerReview,
  registerTerminals,
  registerContext,
  registerCodeActions,
  registerCommitMessage,
  registerFollowAlong,
  registerInline,
  registerOptionsStatus,
  registerPlanView,
  watchSettings,
  registerProblemNotices,
  registerProfileNotices,
  registerTools,
];

export function activateExtension(
  context: vscode.ExtensionContext,
  finder: ServerFinder | undefined,
  toRealPath?: RealPath,
  host?: HostFacts,
): void {
  // The same table as for the extension's own words, for what is said by the packages that it is made of.
  if (vscode.l10n.bundle !== undefined) setWords(vscode.l10n.bundle, vscode.env.language);
  const window = new ParleyWindow(context, finder, toRealPath, host);
  context.subscriptions.push(window, ...PARTS.map((register) => register(window)));
}

/** Another address is used at once. */
function watchSettings({ locator, remote }: ParleyWindow): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (!change.affectsConfiguration("acp.server")) return;
    locator.look();
    if (change.affectsConfiguration("acp.server.url")) remote.reconnect();
  });
}
