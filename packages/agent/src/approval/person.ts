// Questions of the model to the user: as a form where the client supports it, otherwise as options.
import type { ClientConnection, ElicitationSchema, PermissionOption, SessionEventBody } from "@parley/acp";
import { silentLog, systemClock, type Clock, type Log, ABORTED, untilAborted, truncate } from "@parley/base";
import type { ApprovalLevel } from "@parley/policy";
import { messageOf } from "../text/sentences.ts";
import type { PersonPort, PersonQuestion, PersonReply } from "../tools/tool-context.ts";
import { askClient, permissionsThrough } from "./ask-client.ts";
import { elicit } from "./elicit.ts";
import {
  APPROVAL_REASON_CHARS_MAX,
  CHOICE_CHARS_MAX,
  CHOICES_MAX,
  QUESTION_CHARS_MAX,
  QUESTION_TITLE_CHARS_MAX,
} from "../limits.ts";
import { QuestionQueue } from "./question-queue.ts";

export interface PersonPortOptions {
  readonly client: Pick<ClientConnection, "request" | "supports">;
  /** The session id of the client. */
  readonly sessionId: string;
  /** On autopilot the user is not asked. */
  readonly approval?: (() => ApprovalLevel) | undefined;
  /** Shared with the approver, so that the user gets one question at a time. */
  readonly questions?: QuestionQueue | undefined;
  readonly record: (body: SessionEventBody) => void;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

const CANCELLED: PersonReply = { unanswered: "The question was cancelled before it was answered" };
const DECLINED: PersonReply = { unanswered: "The user declined to answer" };
const ON_AUTOPILOT: PersonReply = {
  unanswered: "The user is not asked on autopilot: decide yourself, and state your assumption in your message",
};
const NO_FORM: PersonReply = {
  unanswered: "The client cannot ask for text: ask in your message instead, and end your turn",
};
const FIELD = "answer";
const NO_ANSWER: PermissionOption = { optionId: "no-answer", name: "No answer", kind: "reject_once" };

export function createPersonPort(options: PersonPortOptions): PersonPort {
  const { client, approval, questions = new QuestionQueue() } = options;
  return {
    async ask(question, signal) {
      if (signal.aborted) return CANCELLED;
      if (approval?.() === "autopilot") return ON_AUTOPILOT;
      const problem = findProblem(question);
      if (problem !== undefined) return { unanswered: problem };
      const hasForms = client.supports("elicitation.form");
      if (!hasForms && question.choices.length === 0) return NO_FORM;
      const place = questions.take();
      try {
        await untilAborted(place.turn, signal);
        if (signal.aborted) return CANCELLED;
        const choices = [...new Set(question.choices)];
        const ask = hasForms ? askByForm : askByOptions;
        return await ask(options, { ...question, choices }, signal);
      } finally {
        place.leave();
      }
    },
  };
}

function findProblem({ question, choices }: PersonQuestion): string | undefined {
  if (question.trim() === "") return "The question is empty";
  if (question.length > QUESTION_CHARS_MAX) return `The question is longer than ${QUESTION_CHARS_MAX} characters`;
  if (choices.length > CHOICES_MAX) return `There are more than ${CHOICES_MAX} choices`;
  const isBad = choices.some((choice) => choice.trim() === "" || choice.length > CHOICE_CHARS_MAX);
  return isBad ? `A choice is empty, or longer than ${CHOICE_CHARS_MAX} characters` : undefined;
}

async function askByForm(
  options: PersonPortOptions,
  question: PersonQuestion,
  signal: AbortSignal,
): Promise<PersonReply> {
  const { client, sessionId, record, clock = systemClock, log = silentLog } = options;
  const request = {
    mode: "form" as const,
    sessionId,
    toolCallId: question.callId,
    message: question.question,
    requestedSchema: toSchema(question.choices),
  };
  try {
    const response = await elicit({ client, record, clock }, request, signal);
    if (response === ABORTED) return CANCELLED;
    return response.action === "accept" ? read(response.content?.[FIELD], question.choices) : DECLINED;
  } catch (cause) {
    log.write("warn", "asking the user failed", { cause });
    const why = messageOf(cause).slice(0, APPROVAL_REASON_CHARS_MAX);
    return { unanswered: `The user could not be asked: ${why}` };
  }
}

function toSchema(choices: readonly string[]): ElicitationSchema {
  const field = { type: "string" as const, title: "Answer" };
  const property = choices.length === 0 ? { ...field, minLength: 1 } : { ...field, enum: [...choices] };
  return { type: "object", properties: { [FIELD]: property }, required: [FIELD] };
}

/** The value comes from the client and may be anything. */
function read(value: unknown, choices: readonly string[]): PersonReply {
  if (typeof value !== "string" || value.trim() === "") return { unanswered: "The user left the answer empty" };
  if (choices.length > 0 && !choices.includes(value)) return { unanswered: "The answer is not one of the choices" };
  return { answer: value };
}

async function askByOptions(
  options: PersonPortOptions,
  { callId, question, choices }: PersonQuestion,
  signal: AbortSignal,
): Promise<PersonReply> {
  const { client, sessionId, record, clock = systemClock, log = silentLog } = options;
  const offered = choices.map((name, index): PermissionOption => ({
    optionId: `choice-${index + 1}`,
    name,
    kind: "allow_once",
  }));
  const title = truncate(question, QUESTION_TITLE_CHARS_MAX);
  const content = [{ type: "content" as const, content: { type: "text" as const, text: question } }];
  const toolCall = { toolCallId: callId, title, content };
  const asking = { requestPermission: permissionsThrough(client), sessionId, record, clock, log };
  const answer = await askClient(asking, { toolCall, options: [...offered, NO_ANSWER] }, signal);
  const { option, isCancelled, reason } = answer;
  const index = offered.findIndex(({ optionId }) => optionId === option?.optionId);
  const chosen = choices[index];
  if (chosen !== undefined) return { answer: chosen };
  if (isCancelled) return signal.aborted ? CANCELLED : DECLINED;
  return option === undefined ? { unanswered: reason ?? "The user could not be asked" } : DECLINED;
}
