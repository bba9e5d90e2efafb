// What can be done with a session: from the list, from its chat, or from the palette, which asks for one.
import type { NativeSession, Operations } from "@parley/contract";
import { handOver } from "@parley/surface";
import * as vscode from "vscode";
import { describeAgo } from "../ago.ts";
import { openChatPanel } from "../chat/chat-panels.ts";
import { pickRewind } from "../chat/rewind.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { attempt } from "../report.ts";
import type { SessionNode } from "./session-tree.ts";
import { confirm } from "../notices/notices.ts";

type SessionCommand = (window: ParleyWindow, given?: unknown) => Promise<void>;

/** Opens it in the side bar. */
export const openSession: SessionCommand = async (window, given) => {
  const session = await sessionOf(window, given);
  if (session === undefined) return;
  window.chats.side.show(session.id);
  await vscode.commands.executeCommand("acp.chat.focus");
  window.chats.side.focusInput();
};

export const openSessionInEditor: SessionCommand = async (window, given) => {
  const session = await sessionOf(window, given);
  if (session !== undefined) openChatPanel(window, session.id);
};

export const renameSession: SessionCommand = async (window, given) => {
  const session = await sessionOf(window, given);
  if (session === undefined) return;
  const title = vscode.l10n.t("Name of the session");
  const name = await vscode.window.showInputBox({ title, value: session.name });
  if (name === undefined || name.trim() === "") return;
  const { id } = session;
  await attempt(window, vscode.l10n.t("Could not rename the session"), () =>
    window.remote.request("sessions/rename", { id, name: name.trim() }),
  );
};

export const deleteSession: SessionCommand = async (window, given) => {
  const session = await sessionOf(window, given);
  if (session === undefined) return;
  const message = vscode.l10n.t('Delete "{0}" and everything said in it? Files stay as they are.', session.name);
  const yes = vscode.l10n.t("Delete");
  if ((await confirm(message, [yes])) !== yes) return;
  await attempt(window, vscode.l10n.t("Could not delete the session"), () =>
    window.remote.request("sessions/delete", { id: session.id }),
  );
  if (window.chats.side.sessionId === session.id) window.chats.side.show(undefined);
};

export const forkSession: SessionCommand = async (window, given) => {
  const session = await sessionOf(window, given);
  if (session === undefined) return;
  const { id } = session;
  const fork = await attempt(window, vscode.l10n.t("Could not fork the session"), () =>
    window.remote.request("sessions/fork", { id }),
  );
  if (fork === undefined) return;
  window.sessions.add(fork);
  await openSession(window, fork.id);
};

export const stopSession: SessionCommand = async (window, given) => {
  const session = await sessionOf(window, given);
  if (session === undefined) return;
  await attempt(window, vscode.l10n.t("Could not stop the turn"), () =>
    window.remote.request("sessions/cancel", { id: session.id }),
  );
};

export const handOverSession: SessionCommand = async (window, given) => {
  const session = await sessionOf(window, given);
  if (session === undefined) return;
  const others = window.agents.usable.filter(({ name }) => name !== session.agent);
  const items = others.map(({ name, title, description }) => ({ label: title, detail: description, name }));
  const placeHolder = vscode.l10n.t("The agent that continues the session. A running turn is stopped.");
  const picked = await vscode.window.showQuickPick(items, { placeHolder, matchOnDetail: true });
  if (picked === undefined) return;
  await attempt(window, vscode.l10n.t("Could not hand the session over"), () =>
    handOver(window.remote, session.id, picked.name),
  );
};

export const rewindSession: SessionCommand = async (window, given) => {
  const session = await sessionOf(window, given);
  if (session !== undefined) await pickRewind(window, session.id);
};

/** As lines of JSON, without secrets: `parley sessions import` reads them. */
export const exportSession: SessionCommand = async (window, given) => {
  const session = await sessionOf(window, given);
  if (session === undefined) return;
  const name = `${session.name.replaceAll(/[^\w-]+/g, "-").slice(0, 60)}.ndjson`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    ...(folder !== undefined && { defaultUri: vscode.Uri.joinPath(folder, name) }),
    title: vscode.l10n.t("Export the session"),
  });
  if (target === undefined) return;
  await attempt(window, vscode.l10n.t("Could not export the session"), async () => {
    const { url, token } = await window.locator.locate();
    const address = `${url.replace(/^ws/, "http").replace(/\/+$/, "")}/sessions/${encodeURIComponent(session.id)}/export`;
    const response = await fetch(address, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(vscode.l10n.t("the server answered with HTTP {0}", response.status));
    await vscode.workspace.fs.writeFile(target, new Uint8Array(await response.arrayBuffer()));
  });
};

/** Opens a session that an agent keeps itself, such as one that was begun in its own program. */
export const openAgentSession: SessionCommand = async (window) => {
  const agents = window.agents.usable.map(({ name, title }) => ({ label: title, name }));
  const agent = await vscode.window.showQuickPick(agents, { placeHolder: vscode.l10n.t("Agent that has the session") });
  if (agent === undefined) return;
  await attempt(window, vscode.l10n.t("Could not open a session of {0}", agent.label), async () => {
    const { sessions } = await window.remote.request("agents/sessions", { name: agent.name });
    const items = sessions.map((one) => ({
      label: one.title ?? one.agent_session_id,
      description: one.updated_at ?? "",
      detail: one.working_dir,
      one,
    }));
    const placeHolder =
      items.length === 0 ? vscode.l10n.t("{0} lists no sessions", agent.label) : vscode.l10n.t("Session to continue");
    const picked = await vscode.window.showQuickPick(items, { placeHolder, matchOnDetail: true });
    if (picked === undefined) return;
    const { agent_session_id: id, working_dir: folder } = picked.one;
    const opened = await window.remote.request("agents/openSession", {
      name: agent.name,
      agent_session_id: id,
      working_dir: folder,
    });
    window.sessions.add(opened);
    await openSession(window, opened.id);
  });
};

/** Searches everything that was said. */
export const searchSessions: SessionCommand = async (window) => {
  const prompt = vscode.l10n.t("Words that must all occur in one message");
  const q = await vscode.window.showInputBox({ title: vscode.l10n.t("Search all sessions"), prompt });
  if (q === undefined || q.trim() === "") return;
  await attempt(window, vscode.l10n.t("Could not search"), async () => {
    const { hits } = await window.remote.request("sessions/search", { q });
    const items = hits.map(({ session, excerpt, at }) => ({
      label: session.name,
      description: describeAgo(at),
      detail: excerpt,
      session,
    }));
    const placeHolder =
      items.length === 0 ? vscode.l10n.t("No results. Try fewer words.") : vscode.l10n.t("Session to open");
    const picked = await vscode.window.showQuickPick(items, { placeHolder, matchOnDetail: true });
    if (picked !== undefined) await openSession(window, picked.session.id);
  });
};

/** Which sessions changed the file, the latest first. */
export const showFileHistory: SessionCommand = async (window, given) => {
  const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined) return;
  await attempt(window, vscode.l10n.t("Could not read the history of the file"), async () => {
    const { touches } = await window.remote.request("history/get", { path: uri.fsPath });
    const items = touches.map((touch) => ({
      label: touch.prompt,
      description: `${window.agents.titleOf(touch.agent)}, ${describeAgo(touch.at_ms)}`,
      detail: describeTouch(touch),
      id: touch.session_id,
    }));
    const placeHolder =
      items.length === 0
        ? vscode.l10n.t("No session has changed this file")
        : vscode.l10n.t("Turns that changed this file, the latest first");
    const picked = await vscode.window.showQuickPick(items, { placeHolder, matchOnDetail: true });
    if (picked !== undefined) await openSession(window, picked.id);
  });
};

function describeTouch({
  session_name,
  turn,
  approval,
}: Operations["history/get"]["reply"]["touches"][number]): string {
  if (approval === "unapproved") return vscode.l10n.t("{0}, turn {1}, not approved", session_name, turn);
  return vscode.l10n.t("{0}, turn {1}", session_name, turn);
}

/** Of a row, an id, or undefined: then the person is asked. */
async function sessionOf({ sessions, agents }: ParleyWindow, given: unknown): Promise<NativeSession | undefined> {
  if (typeof given === "string") return sessions.get(given);
  const node = given as SessionNode | undefined;
  if (node?.type === "session") return sessions.get(node.session.id) ?? node.session;
  const items = sessions.sessions.map((session) => ({
    label: session.name,
    description: `${agents.titleOf(session.agent)}, ${describeAgo(Date.parse(session.updated_at))}`,
    detail: session.working_dir,
    session,
  }));
  const placeHolder = items.length === 0 ? vscode.l10n.t("No sessions yet") : vscode.l10n.t("Session");
  return (await vscode.window.showQuickPick(items, { placeHolder, matchOnDetail: true }))?.session;
}
