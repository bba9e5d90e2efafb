// Shows that something needs the person: in the title of the tab, on the icon of the app, and by a notification.
import { toPermissionSubject } from "@parley/chat-model";
import { useView, type AskedQuestion } from "@parley/chat-ui";
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { useServer, type PageServer } from "../server/page-server.ts";
import { callPerson } from "../state/notifying.ts";
import { parseSessionPath, sessionPath } from "../state/routes.ts";

const NAME = "Parley";

export function useAttention(): void {
  const server = useServer();
  const [path, navigate] = useLocation();
  const count = useView(server.questions, (list) => list.openCount);
  const questions = useView(server.questions, (list) => (list.isLoaded ? list.questions : undefined));
  const id = parseSessionPath(path)?.id;
  const name = useView(server.sessions, (list) => (id === undefined ? undefined : list.get(id)?.name));
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ""}${name === undefined ? NAME : `${name} · ${NAME}`}`;
    setBadge(count);
  }, [count, name]);
  const told = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (questions === undefined) return;
    const open = questions.filter(({ over }) => over === undefined);
    const isFirst = told.current === undefined;
    const news = open.filter(({ interaction }) => told.current?.has(interaction.id) !== true);
    told.current = new Set(open.map(({ interaction }) => interaction.id));
    if (isFirst || !document.hidden) return;
    for (const question of news) tell(question, server, navigate);
  }, [questions, server, navigate]);
}

function tell(
  { interaction }: AskedQuestion,
  { sessions, agents }: PageServer,
  navigate: (path: string) => void,
): void {
  const { id, session_id: sessionId, tool_call: call, request, agent } = interaction;
  const session = sessionId === undefined ? undefined : sessions.get(sessionId);
  const body = call === undefined ? messageOf(request) : toPermissionSubject(call).title;
  callPerson({
    title: `${agents.titleOf(agent)} needs you${session === undefined ? "" : ` in ${session.name}`}`,
    body,
    tag: id,
    onClick: () => navigate(sessionId === undefined ? "/inbox" : sessionPath(sessionId)),
  });
}

function messageOf(request: AskedQuestion["interaction"]["request"]): string {
  const message = request !== undefined && "message" in request ? request.message : undefined;
  return typeof message === "string" ? message : "A question";
}

/** Where the page is installed as an app. */
function setBadge(count: number): void {
  if (!("setAppBadge" in navigator)) return;
  const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  // A browser may have the function and still refuse.
  done.catch(() => undefined);
}
