// Carries out what a person wishes in a chat.
import type { ContentBlock } from "@parley/acp";
import type { MessageItem } from "@parley/acp/transcript";
import { createId, ParleyError } from "@parley/base";
import { readSession } from "@parley/surface";
import * as vscode from "vscode";
import type { ActionName, ChatWishes, WishName } from "../../protocol/chat-protocol.ts";
import type { CommandId } from "../contributions.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { openLink } from "../open-link.ts";
import { attempt } from "../report.ts";
import type { Chat } from "./chat.ts";
import type { OpenSession } from "./open-session.ts";
import { findMentionedFiles, findWorkspaceFiles } from "./workspace-files.ts";
import { showError } from "../notices/notices.ts";

interface WishContext {
  readonly window: ParleyWindow;
  readonly chat: Chat;
  /** Where it was wished. Undefined: in a new chat. */
  readonly session: OpenSession | undefined;
}

const proposals = () => import("../proposals/compare-proposal.ts");

/** What may be wished in a folder that is not trusted: looking, and leaving. */
const HARMLESS: ReadonlySet<WishName> = new Set<WishName>([
  "findFiles",
  "findSymbols",
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
  const { window, session } = context;
  if (window.isRestricted && !HARMLESS.has(name)) throw untrusted();
  // In a restricted window the agent's choices are not asked for, because that would start it.
  if (window.isRestricted && name === "prepare") return undefined;
  const own = createWishes(context) as Readonly<Record<string, unknown>>;
  const port = session?.port as Readonly<Record<string, unknown>> | undefined;
  const wish = own[name] ?? port?.[name];
  if (typeof wish !== "function")
    throw new ParleyError({ code: "usage", message: vscode.l10n.t("{0} is not possible here", name) });
  return (wish as (...given: readonly unknown[]) => unknown)(...args);
}

/** Those that are the extension's own, or that a chat without a session needs too. The session's port has the others. */
function createWishes({ window, chat, session }: WishContext): Partial<ChatWishes> {
  const { remote } = window;
  const { newChat } = chat;
  const sessionId = session?.id;
  return {
    openLink: (href) => openLink(href),
    runAction: async (action) => void (await vscode.commands.executeCommand(ACTIONS[action])),
    forkAt: (prompt) => void fork(window, chat, sessionId, prompt),
    rewindTo: (prompt) => void rewind(window, sessionId, prompt),
    sendAgain: ({ blocks }) => void sendAgain(window, session, blocks),
    openChanges: () => void vscode.commands.executeCommand("acp.reviewChanges", sessionId),
    readDiff: async (item, part) => (await proposals()).readDiff(window, { sessionId, item, part }),
    applyDiff: async (item, part) => (await proposals()).applyProposal(window, { sessionId, item, part }),
    compareDiff: async (item, part) => (await proposals()).compareProposal(window, { sessionId, item, part }),
    ...(session === undefined && {
      send: (prompt: readonly ContentBlock[]) => begin(window, chat, prompt),
      choose: (pickerId: string, value: string) => newChat.choose(pickerId, value),
      prepare: () => Promise.resolve(),
      stop: () => Promise.resolve(),
      findSymbols: () => Promise.resolve([]),
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
  // Not if the person has opened another session meanwhile.
  if (chat.sessionId === undefined) chat.show(id);
}

async function fork(
  { remote, sessions }: ParleyWindow,
  chat: Chat,
  sessionId: string | undefined,
  { seq }: MessageItem,
): Promise<void> {
  if (sessionId === undefined) return;
  try {
    const forked = await remote.request("sessions/fork", { id: sessionId, at_seq: seq - 1 });
    sessions.add(forked);
    chat.show(forked.id);
  } catch (error) {
    void showError(
      vscode.l10n.t("Could not fork the session: {0}", error instanceof Error ? error.message : String(error)),
    );
  }
}

/** A prompt whose turn failed. */
async function sendAgain(
  window: ParleyWindow,
  session: OpenSession | undefined,
  blocks: readonly ContentBlock[],
): Promise<void> {
  await attempt(window, vscode.l10n.t("The prompt was not sent"), async () => session?.port.send(blocks));
}

/** Its code is loaded when it is first used. */
async function rewind(window: ParleyWindow, sessionId: string | undefined, prompt: MessageItem): Promise<void> {
  if (sessionId === undefined) return;
  const { rewindBefore } = await import("./rewind.ts");
  await rewindBefore(window, sessionId, prompt);
}

function untrusted(): ParleyError {
  const message = vscode.l10n.t("This folder is not trusted, so nothing is sent to an agent.");
  return new ParleyError({ code: "forbidden", message });
}
