// Questions of MCP servers to the user: only during a turn, one at a time, with the name of the server that asks.
import {
  checkFormAnswer,
  isUnknown,
  type ClientConnection,
  type CreateElicitationResponse,
  type ElicitationPropertySchema,
  type ElicitationSchema,
  type SessionEventBody,
} from "@parley/acp";
import { ABORTED, createId, untilAborted, type Clock, type Log } from "@parley/base";
import type { ApprovalLevel } from "@parley/policy";
import { RpcError } from "@parley/rpc";
import { QUESTION_CHARS_MAX } from "../limits.ts";
import { MCP_FORM_CHARS_MAX, MCP_PAGES_MAX, MCP_QUESTION_MS, MCP_QUESTIONS_MAX } from "../mcp-limits.ts";
import type { ServerAnswer, ServerQuestion, ServerQuestions } from "./server-question.ts";
import { elicit } from "./elicit.ts";
import type { QuestionQueue } from "./question-queue.ts";

export interface ServerQuestionsOptions {
  readonly client: Pick<ClientConnection, "notify" | "request" | "supports">;
  /** The session id of the client. */
  readonly sessionId: string;
  /** The cancellation of the running turn; undefined between turns. */
  readonly turn: () => AbortSignal | undefined;
  /** On autopilot the user is not asked. */
  readonly approval: () => ApprovalLevel;
  /** Shared with the approver, so that the user gets one question at a time. */
  readonly questions: QuestionQueue;
  readonly record: (body: SessionEventBody) => void;
  readonly notice: (severity: "info" | "warning", text: string) => void;
  readonly clock: Clock;
  readonly log: Log;
}

const CANCEL: ServerAnswer = { action: "cancel" };

export function createServerQuestions(options: ServerQuestionsOptions): ServerQuestions {
  const { client, turn, approval, notice } = options;
  const pages = new Pages();
  let open = 0;
  return {
    get modes() {
      return (["form", "url"] as const).filter((mode) => client.supports(`elicitation.${mode}`));
    },
    async ask(server, question, signal) {
      const running = turn();
      if (running === undefined) {
        throw RpcError.invalidRequest("No turn is running in the session: ask while one of your tools is called");
      }
      refuseUnusable(question);
      if (open >= MCP_QUESTIONS_MAX) throw RpcError.invalidRequest(`${MCP_QUESTIONS_MAX} questions are already open`);
      if (approval() === "autopilot") {
        notice(
          "warning",
          `MCP server "${server}" asked a question, which was cancelled: on autopilot the user is not asked.`,
        );
        return CANCEL;
      }
      open += 1;
      try {
        const until = AbortSignal.any([signal, running, AbortSignal.timeout(MCP_QUESTION_MS)]);
        return await askInTurn(options, pages, server, question, until);
      } finally {
        open -= 1;
      }
    },
    complete(server, elicitationId) {
      const ours = pages.take(server, elicitationId);
      if (ours !== undefined) void client.notify("elicitation/complete", { elicitationId: ours });
    },
  };
}

/** Opened pages that their servers may still report as completed. Other servers may use the same ids. */
class Pages {
  readonly #ids = new Map<string, string>();

  add(server: string, theirs: string, ours: string): void {
    const oldest = this.#ids.size >= MCP_PAGES_MAX ? this.#ids.keys().next().value : undefined;
    if (oldest !== undefined) this.#ids.delete(oldest);
    this.#ids.set(JSON.stringify([server, theirs]), ours);
  }

  take(server: string, theirs: string): string | undefined {
    const key = JSON.stringify([server, theirs]);
    const ours = this.#ids.get(key);
    this.#ids.delete(key);
    return ours;
  }
}

function refuseUnusable(question: ServerQuestion): void {
  const { message } = question;
  if (message.trim() === "") throw RpcError.invalidParams("message is empty");
  if (message.length > QUESTION_CHARS_MAX) {
    throw RpcError.invalidParams(`message is longer than ${QUESTION_CHARS_MAX} characters`);
  }
  if (question.mode === "form") {
    if (JSON.stringify(question.requestedSchema).length <= MCP_FORM_CHARS_MAX) return;
    throw RpcError.invalidParams(`requestedSchema is longer than ${MCP_FORM_CHARS_MAX} characters`);
  }
  // Any other scheme could start a program of the user.
  const protocol = URL.canParse(question.url) ? new URL(question.url).protocol : undefined;
  if (protocol !== "https:" && protocol !== "http:") throw RpcError.invalidParams("url must be an http or https URL");
}

async function askInTurn(
  options: ServerQuestionsOptions,
  pages: Pages,
  server: string,
  question: ServerQuestion,
  signal: AbortSignal,
): Promise<ServerAnswer> {
  const { sessionId, questions, clock, log } = options;
  const place = questions.take();
  try {
    await untilAborted(place.turn, signal);
    if (signal.aborted) return CANCEL;
    const scope = { sessionId, message: `MCP server "${server}" asks: ${question.message}` };
    if (question.mode === "form") {
      const requestedSchema = toForm(question.requestedSchema);
      return toAnswer(await elicit(options, { mode: "form", ...scope, requestedSchema }, signal), requestedSchema);
    }
    const elicitationId = createId(clock);
    pages.add(server, question.elicitationId, elicitationId);
    return toAnswer(await elicit(options, { mode: "url", ...scope, elicitationId, url: question.url }, signal));
  } catch (cause) {
    if (cause instanceof RpcError && cause.message.startsWith(ANSWER_INVALID)) throw cause;
    log.write("warn", "asking the user for an MCP server failed", { server, cause });
    throw RpcError.internalError(cause, "The user could not be asked");
  } finally {
    place.leave();
  }
}

const ANSWER_INVALID = "The client's answer does not fit the form";

/** The value comes from the client and may be anything. */
function toAnswer(response: CreateElicitationResponse | typeof ABORTED, form?: ElicitationSchema): ServerAnswer {
  if (response === ABORTED || isUnknown(response)) return CANCEL;
  if (response.action !== "accept") return { action: response.action };
  if (form === undefined) return { action: "accept" };
  const content = response.content ?? {};
  const problem = checkFormAnswer(form, content);
  if (problem === undefined) return { action: "accept", content };
  throw RpcError.invalidRequest(`${ANSWER_INVALID}: ${problem.field} ${problem.problem}`);
}

/** Servers of older versions put the labels of choices into a separate list. */
function toForm(schema: ElicitationSchema): ElicitationSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [name, toField(property)]);
  return { ...schema, properties: Object.fromEntries(properties) as Record<string, ElicitationPropertySchema> };
}

function toField(property: ElicitationPropertySchema): ElicitationPropertySchema {
  const { enumNames, ...rest } = property as ElicitationPropertySchema & { readonly enumNames?: unknown };
  if (rest.type !== "string" || isUnknown(rest) || !Array.isArray(enumNames)) return property;
  const { enum: values, ...field } = rest;
  if (!Array.isArray(values)) return property;
  return {
    ...field,
    oneOf: values.map((value, index) => ({ const: value, title: String(enumNames[index] ?? value) })),
  };
}
