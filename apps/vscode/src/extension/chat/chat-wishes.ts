// Carries out what a person wishes in a chat.
import type { ContentBlock } from "@parley/acp";
import type { MessageItem } from "@parley/acp/transcript";
import { createId, ParleyError } from "@parley/base";
import { readSession } from "@parley/surface";
import * as vscode from "vscode";
import type { ActionName, ChatWishes, WishName } from "../../protocol/chat-protocol.ts";
import type { CommandId } from "../contributions.ts";
import type { ParleyWindow } from "../parley-window.ts";
import type { Chat } from "./chat.ts";
import { findMentionedFiles, findWorkspaceFiles } from "./workspace-files.ts";

interface WishContext {
  readonly window: ParleyWindow;
  readonly chat: Chat;
}

/** What may be wished in a folder that is not trusted: looking, and leaving. */
const HARMLESS: ReadonlySet<WishName> = new Set<WishName>([
  "findFiles",
  "toMentions",
  "readSession",
  "openLink",
  "runAction",
  "openChanges",
  "prepare",
  "stop",
  "withdrawQueued",
]);

export async function fulfilWish(context: WishContext, name: WishName, args: readonly unknown[]): Promise<unknown> {
  const { window, chat } = context;
  if (window.isRestricted && !HARMLESS.has(name)) throw untrusted();
  // In a restricted window the agent's choices are not asked for, because that would start it.
  if (window.isRestricted && name === "prepare") return undefined;
  const own = createWishes(context) as Readonly<Record<string, unknown>>;
  const port = chat.session?.port as Readonly<Record<string, unknown>> | undefined;
  const wish = own[name] ?? port?.[name];
  if (typeof wish !== "function") throw new ParleyError({ code: "usage", message: `${name} is not possible here` });
  return (wish as (...given: readonly unknown[]) => unknown)(...args);
}

/** Those that are the extension's own, or that a chat without a session needs too. The session's port has the others. */
function createWishes({ window, chat }: WishContext): Partial<ChatWishes> {
  const { remote } = window;
  const { session, newChat } = chat;
  return {
    openLink: (href) => openLink(href),
    runAction: async (action) => void (await vscode.commands.executeCommand(ACTIONS[action])),
    forkAt: (prompt) => void fork(window, chat, prompt),
    rewindTo: (prompt) => void rewind(window, chat, prompt),
    ...(session === undefined && {
      send: (prompt: readonly ContentBlock[]) => begin(window, chat, prompt),
      choose: (pickerId: string, value: string) => newChat.choose(pickerId, value),
      prepare: () => Promise.resolve(),
      stop: () => Promise.resolve(),
      findFiles: (query: string) => findWorkspaceFiles(newChat.folder, query),
      toMentions: (text: string) => findMentionedFiles(newChat.folder, text),
      readSession: (id: string) => readSession(remote, id),
    }),
  };
}

const ACTIONS: Readonly<Record<ActionName, CommandId | "workbench.trust.manage" | "workbench.action.openSettings">> = {
  startServer: "acp.startServer",
  showLog: "acp.showLog",
  connectToServer: "acp.connectToServer",
  manageTrust: "workbench.trust.manage",
  newSession: "acp.newSession",
  showSessions: "acp.openSession",
  openSettings: "workbench.action.openSettings",
};

/** The session is created and prompted once, also if the connection is lost meanwhile. */
async function begin(window: ParleyWindow, chat: Chat, prompt: readonly ContentBlock[]): Promise<void> {
  const id = await chat.newChat.begin(prompt, createId());
  window.chats.drafts.keep(undefined, { text: "", chips: [], atMs: Date.now() });
  chat.show(id);
}

async function fork({ remote, sessions }: ParleyWindow, chat: Chat, { seq }: MessageItem): Promise<void> {
  if (chat.sessionId === undefined) return;
  try {
    const forked = await remote.request("sessions/fork", { id: chat.sessionId, at_seq: seq - 1 });
    sessions.add(forked);
    chat.show(forked.id);
  } catch (error) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t("Could not fork the session: {0}", error instanceof Error ? error.message : String(error)),
    );
  }
}

/** Its code is loaded when it is first used. */
async function rewind(window: ParleyWindow, { sessionId }: Chat, prompt: MessageItem): Promise<void> {
  if (sessionId === undefined) return;
  const { rewindBefore } = await import("./rewind.ts");
  await rewindBefore(window, sessionId, prompt);
}

/** The editor asks before it opens an address that is not trusted. */
async function openLink(href: string): Promise<void> {
  const uri = vscode.Uri.parse(href, true);
  if (uri.scheme === "https" || uri.scheme === "http" || uri.scheme === "mailto") await vscode.env.openExternal(uri);
}

function untrusted(): ParleyError {
  const message = vscode.l10n.t("This folder is not trusted, so nothing is sent to an agent.");
  return new ParleyError({ code: "forbidden", message });
}
