// The notification for a change, as environment variables.
import { neutralLine, toOneLine } from "@parley/base";
import { redact } from "@parley/policy";
import type { HubChange } from "../api/changes.ts";
import type { HubSession } from "../api/sessions.ts";
import type { NotifyEvent } from "../api/notify.ts";
import { NOTIFY_TEXT_CHARS_MAX } from "../limits.ts";
import type { NotifyVariables } from "./run-command.ts";

type FindSession = (id: string) => Pick<HubSession, "title" | "cwd"> | undefined;

/** Undefined: the change needs no notification. */
export function toNotice(change: HubChange, find: FindSession): NotifyVariables | undefined {
  if (change.what === "question" && change.change === "opened") {
    const { id, sessionId, turnId, agent, title } = change.question;
    return describe("question", { sessionId, turnId, agent, text: title, questionId: id }, find);
  }
  if (change.what !== "turn" || change.change !== "ended" || change.turn.state === "cancelled") return undefined;
  const { id: turnId, sessionId, agent, error } = change.turn;
  return describe(error === undefined ? "ended" : "failed", { sessionId, turnId, agent, text: error?.message }, find);
}

interface About {
  readonly sessionId?: string | undefined;
  readonly turnId?: string | undefined;
  readonly questionId?: string | undefined;
  readonly agent: string;
  readonly text?: string | undefined;
}

function describe(event: NotifyEvent, about: About, find: FindSession): NotifyVariables {
  const { sessionId = "", turnId = "", questionId = "", agent, text = "" } = about;
  const session = find(sessionId);
  return {
    PARLEY_EVENT: event,
    PARLEY_SESSION: sessionId,
    PARLEY_TITLE: toText(session?.title ?? ""),
    PARLEY_TEXT: toText(text),
    PARLEY_FOLDER: (session?.cwd ?? "").replaceAll("\0", ""),
    PARLEY_TURN: turnId,
    PARLEY_QUESTION: questionId,
    PARLEY_EVENT_AGENT: toText(agent),
  };
}

/** Agents write these texts: one line, without control characters and secrets. */
function toText(text: string): string {
  return neutralLine(toOneLine(redact(text), NOTIFY_TEXT_CHARS_MAX)).replaceAll("\0", "");
}
