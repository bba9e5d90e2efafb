// Fix, Explain and Test, offered where the editor offers its own quick fixes. Each is an ordinary prompt in the chat.
import * as vscode from "vscode";
import type { EditorCommandId } from "../contributions.ts";
import { describeProblem, toMention } from "../context/prompt-context.ts";
import type { ParleyWindow } from "../parley-window.ts";

export function registerCodeActions(window: ParleyWindow): vscode.Disposable {
  const command = "acp.askAgent" satisfies EditorCommandId;
  return vscode.Disposable.from(
    vscode.languages.registerCodeActionsProvider([{ scheme: "file" }, { scheme: "vscode-remote" }], {
      provideCodeActions: (document, range, { diagnostics }) => createActions(document, range, diagnostics, command),
    }),
    vscode.commands.registerCommand(command, (text: unknown) => ask(window, text)),
  );
}

function createActions(
  { uri }: vscode.TextDocument,
  range: vscode.Range,
  diagnostics: readonly vscode.Diagnostic[],
  command: EditorCommandId,
): vscode.CodeAction[] {
  const action = (title: string, kind: vscode.CodeActionKind, prompt: string): vscode.CodeAction => {
    const made = new vscode.CodeAction(title, kind);
    made.command = { title, command, arguments: [prompt] };
    return made;
  };
  const problems = diagnostics.map((one) => describeProblem(uri, one)).join("\n");
  const fixes = diagnostics.map((one) => {
    const fix = action(
      vscode.l10n.t("Fix with the agent"),
      vscode.CodeActionKind.QuickFix,
      vscode.l10n.t("Fix this problem: {0}\n{1}", toMention(uri, one.range), describeProblem(uri, one)),
    );
    fix.diagnostics = [one];
    return fix;
  });
  if (range.isEmpty && fixes.length === 0) return [];
  const mention = toMention(uri, range);
  const explained = problems === "" ? mention : `${mention}\n${problems}`;
  const explain = action(
    vscode.l10n.t("Explain with the agent"),
    problems === "" ? vscode.CodeActionKind.Refactor : vscode.CodeActionKind.QuickFix,
    vscode.l10n.t("Explain {0}", explained),
  );
  const test = action(
    vscode.l10n.t("Write tests with the agent"),
    vscode.CodeActionKind.Refactor,
    vscode.l10n.t("Write tests for {0}", mention),
  );
  return [...fixes, explain, ...(range.isEmpty ? [] : [test])];
}

async function ask({ chats }: ParleyWindow, text: unknown): Promise<void> {
  if (typeof text !== "string") return;
  await vscode.commands.executeCommand("acp.chat.focus");
  await chats.side.send(text);
}
