// What a chat shows beside the conversation, read from what the window knows.
import type { Picker } from "@parley/chat-ui";
import { toPickers } from "@parley/surface";
import * as vscode from "vscode";
import type {
  ChatConnection,
  ChatNotice,
  ChatState,
  OfferedAction,
  ShownSession,
} from "../../protocol/chat-protocol.ts";
import { findProfile, offeredProfiles, profileOf, toProfileOption } from "../agents/profiles.ts";
import { readDisplay } from "../settings/settings.ts";
import type { ParleyWindow } from "../parley-window.ts";
import type { FollowedSession } from "./followed-session.ts";
import type { NewChat } from "./new-chat.ts";
import type { OpenSession } from "./open-session.ts";

interface ShownChat {
  readonly session: OpenSession | undefined;
  readonly followed: FollowedSession | undefined;
  readonly newChat: NewChat;
}

export function readChatState(window: ParleyWindow, { session, followed, newChat }: ShownChat): ChatState {
  const { agents, questions, sessions } = window;
  const listed = session === undefined ? undefined : sessions.get(session.id);
  const agentName = session === undefined ? newChat.agent : listed?.agent;
  const profile = session === undefined ? undefined : profileOf(window, session.id);
  const pickers =
    session === undefined || followed === undefined
      ? newChat.pickers
      : withProfiles(
          window,
          profile,
          toPickers({
            session: listed,
            agents: agents.agents,
            choices: session.choices.choices,
            state: followed.view.state,
          }),
        );
  return {
    connection: toConnection(window),
    session: session && toShown(window, session.id, followed),
    agent: profile ?? (agentName === undefined ? vscode.l10n.t("the agent") : titleOfAgent(window, agentName)),
    pickers,
    queue: session?.queue.queue ?? [],
    questions: session === undefined ? [] : questions.ofSession(session.id),
    sessions: sessions.sessions.flatMap(({ id, name }) => (id === session?.id ? [] : [{ id, title: name }])),
    display: readDisplay(),
    restriction: window.isRestricted ? restricted() : undefined,
  };
}

/** The session can be handed over to them. */
function withProfiles(
  window: ParleyWindow,
  current: string | undefined,
  pickers: readonly Picker[],
): readonly Picker[] {
  const profiles = offeredProfiles(window).map(toProfileOption);
  return pickers.map((one) => {
    if (one.id !== "agent") return one;
    const isListed = one.options.some(({ value }) => value === one.value);
    // A session of a profile has the name of a program as its agent, which no list of agents has.
    const own = current === undefined || isListed ? [] : [{ value: one.value, label: current }];
    return { ...one, options: [...own, ...one.options, ...profiles.filter(({ label }) => label !== current)] };
  });
}

/** In a new chat the agent may be a profile. */
function titleOfAgent(window: ParleyWindow, value: string): string {
  return findProfile(window, value)?.name ?? window.agents.titleOf(value);
}

function toShown({ sessions }: ParleyWindow, id: string, followed: FollowedSession | undefined): ShownSession {
  const listed = sessions.get(id);
  const end = followed?.end;
  return {
    id,
    title: listed?.name ?? vscode.l10n.t("Session"),
    folder: listed?.working_dir ?? "",
    isLoading: followed?.isLoading ?? false,
    ...(end !== undefined && { end: describeEnd(end) }),
  };
}

function describeEnd({ reason, error }: NonNullable<FollowedSession["end"]>): string {
  if (reason === "deleted") return vscode.l10n.t("This session was deleted.");
  if (reason === "not_found")
    return vscode.l10n.t("The history is unavailable: the server does not have this session.");
  return vscode.l10n.t("The session can no longer be followed: {0}", error?.message ?? "");
}

function restricted(): ChatNotice {
  return {
    message: vscode.l10n.t("This folder is not trusted: sessions can be read, and no agent is started."),
    actions: [action("manageTrust")],
  };
}

/** What cannot start a server offers to connect to one. */
function toConnection({ status, canStart }: ParleyWindow): ChatConnection {
  switch (status.kind) {
    case "connected":
    case "connecting":
    case "starting":
      return { kind: status.kind, actions: [] };
    case "off":
      if (!canStart) return { kind: "off", message: noServerHere(), actions: [action("connectToServer")] };
      return { kind: "off", actions: [action("startServer"), action("connectToServer")] };
    case "failed": {
      const remedy = action(canStart ? "startServer" : "connectToServer");
      return { kind: "failed", message: status.message, actions: [remedy, action("showLog")] };
    }
  }
}

function noServerHere(): string {
  return vscode.l10n.t("VS Code in a browser connects to a Parley server at an address.");
}

function action(name: OfferedAction["name"]): OfferedAction {
  const labels: Readonly<Record<OfferedAction["name"], string>> = {
    startServer: vscode.l10n.t("Start server"),
    showLog: vscode.l10n.t("Show log"),
    connectToServer: vscode.l10n.t("Connect to a server…"),
    manageTrust: vscode.l10n.t("Manage trust"),
    newSession: vscode.l10n.t("New session"),
    showSessions: vscode.l10n.t("Show sessions"),
    openSettings: vscode.l10n.t("Open settings"),
  };
  return { name, label: labels[name] };
}

/** Undefined if nothing has changed. */
export function changedFields(before: ChatState, after: ChatState): Partial<ChatState> | undefined {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof ChatState)[];
  const changed = keys.filter((key) => before[key] !== after[key] && !isEqual(before[key], after[key]));
  return changed.length === 0 ? undefined : Object.fromEntries(changed.map((key) => [key, after[key]]));
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
