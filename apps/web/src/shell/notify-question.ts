// A notification that an agent needs the person, which opens its session.
import { toPermissionSubject } from "@parley/chat-model";
import type { AskedQuestion } from "@parley/chat-ui";
import type { PageServer } from "../server/page-server.ts";
import { callPerson } from "../state/notifying.ts";
import { sessionPath } from "../state/routes.ts";

export function notifyQuestion(
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
