// Commands that add something of the editor to the prompt, and show the chat with it.
import * as vscode from "vscode";
import type { EditorCommandId } from "../contributions.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { findRepository, readDiff } from "./git.ts";
import { fileContext, problemContext, selectionContext, toChip, type PromptContext } from "./prompt-context.ts";
import { showInformation } from "../notices/notices.ts";

type Source = (...args: readonly unknown[]) => Promise<PromptContext | undefined> | PromptContext | undefined;

const SOURCES = {
  "acp.addSelection": () => {
    const editor = vscode.window.activeTextEditor;
    return editor && selectionContext(editor);
  },
  "acp.addFile": (uri, uris) => {
    const chosen = (Array.isArray(uris) ? uris : [uri]).filter((one) => one instanceof vscode.Uri);
    const active = vscode.window.activeTextEditor?.document.uri;
    const files = chosen.length > 0 ? chosen : active === undefined ? [] : [active];
    return files.length === 0 ? undefined : fileContext(files);
  },
  "acp.addProblems": (uri) =>
    problemContext(uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri) ??
    problemContext(undefined),
  "acp.addGitDiff": async () => {
    const repository = await findRepository(vscode.window.activeTextEditor?.document.uri);
    const diff = repository === undefined ? "" : await readDiff(repository);
    return diff.trim() === "" ? undefined : { chips: [toChip(vscode.l10n.t("Changes"), "parley:git-diff", diff)] };
  },
  "acp.addTerminalSelection": async () => {
    // A selection in a terminal can only be read through the clipboard, whose text is restored.
    const before = await vscode.env.clipboard.readText();
    await vscode.commands.executeCommand("workbench.action.terminal.copySelection");
    const text = await vscode.env.clipboard.readText();
    await vscode.env.clipboard.writeText(before);
    const name = vscode.window.activeTerminal?.name ?? vscode.l10n.t("Terminal");
    return text === before || text === "" ? undefined : { chips: [toChip(name, "parley:terminal", text)] };
  },
} satisfies Partial<Record<EditorCommandId, Source>>;

export function registerContext(window: ParleyWindow): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(SOURCES).map(([id, read]: readonly [string, Source]) =>
      vscode.commands.registerCommand(id, async (...args: readonly unknown[]) => {
        const found = await read(...args);
        if (found === undefined) void showInformation(vscode.l10n.t("Nothing to add."));
        else await addToPrompt(window, found);
      }),
    ),
  );
}

async function addToPrompt({ chats }: ParleyWindow, context: PromptContext): Promise<void> {
  await vscode.commands.executeCommand("acp.chat.focus");
  chats.side.insert(context);
  chats.side.focusInput();
}
