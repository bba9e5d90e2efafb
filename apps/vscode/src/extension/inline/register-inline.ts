// Inline chat on a selection. Its code is loaded when it is first used, or when a reload has to bring chats back.
import * as vscode from "vscode";
import type { EditorCommandId } from "../contributions.ts";
import type { ParleyWindow } from "../parley-window.ts";
import type { InlineChats } from "./inline-chats.ts";
import { INLINE_KEY } from "./stored-inline-chats.ts";

type InlineCommand = (chats: InlineChats, given: unknown) => Promise<void> | void;

const COMMANDS = {
  "acp.inlineChat": (chats) => chats.open(),
  "acp.inlineAsk": (chats, reply) => chats.ask(reply),
  "acp.inlineStop": (chats, given) => chats.stop(given),
  "acp.inlineAnswer": (chats, given) => chats.answer(given),
  "acp.inlineKeep": (chats, given) => chats.review(given, "acp.keepAll"),
  "acp.inlineUndo": (chats, given) => chats.review(given, "acp.undoAll"),
  "acp.inlineReplace": (chats, given) => chats.replace(given),
  "acp.inlineOpen": (chats, given) => chats.showInChat(given),
  "acp.inlineClose": (chats, given) => chats.close(given),
} satisfies Partial<Record<EditorCommandId, InlineCommand>>;

export function registerInline(window: ParleyWindow): vscode.Disposable {
  let loaded: Promise<InlineChats> | undefined;
  const load = (): Promise<InlineChats> => {
    loaded ??= import("./inline-chats.ts").then((module) => new module.InlineChats(window));
    return loaded;
  };
  const stored = window.context.workspaceState.get<unknown>(INLINE_KEY);
  if (Array.isArray(stored) && stored.length > 0) void load();
  return vscode.Disposable.from(
    ...Object.entries(COMMANDS).map(([id, run]: readonly [string, InlineCommand]) =>
      vscode.commands.registerCommand(id, async (given: unknown) => run(await load(), given)),
    ),
    { dispose: () => void loaded?.then((chats) => chats.dispose()) },
  );
}
