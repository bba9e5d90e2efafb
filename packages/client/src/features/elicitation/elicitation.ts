// `elicitation/create` and `elicitation/complete`: a form to fill in, or a page to open. Answers are checked before they are sent.
import {
  isUnknown,
  type ClientHandlers,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type EventActor,
  type FormProblem,
  type SessionEventBody,
} from "@parley/acp";
import { createId, type Clock, type Log, ABORTED, untilAborted } from "@parley/base";
import { isSecretName, redact } from "@parley/policy";
import { RpcError } from "@parley/rpc";
import type { Ask, ElicitationQuestion, ElicitationReply } from "../ask.ts";
import type { OpenFeature } from "../feature.ts";
import type { Gate } from "../gate/gate.ts";
import { ELICITATION_ATTEMPTS_MAX, OPEN_PAGES_MAX } from "../../limits.ts";
import { checkElicitationAnswer } from "./check-answer.ts";

export interface ElicitationOptions {
  readonly ask: Pick<Ask, "elicitation" | "elicitationCompleted">;
  readonly agentName: string;
  /** Undefined outside any session. */
  readonly sessionId: string | undefined;
  readonly record: (body: SessionEventBody) => void;
  /** Combines the request's signal with the end of the turn. */
  readonly wanted: (signal: AbortSignal) => AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
}

export function openElicitation(gate: Gate): OpenFeature {
  const { scope, options } = gate;
  const handlers = createElicitationHandlers({
    ...options,
    agentName: scope.agentName,
    sessionId: scope.id,
    record: (body) => scope.record(body),
    wanted: (signal) => gate.wanted(signal),
  });
  return { handlers, close: () => Promise.resolve() };
}

/** Also for requests outside of any session, for example while signing in. */
export function createElicitationHandlers(options: ElicitationOptions): ClientHandlers {
  const pages = new Set<string>();
  return {
    "elicitation/create": async (request, { signal }) => {
      checkRequest(request);
      const interactionId = createId(options.clock);
      options.record({ type: "elicitation_asked", interactionId, request });
      // The agent may report completion while the question is still open.
      if (request.mode === "url") remember(pages, request.elicitationId);
      const { response, by, actor } = await answer(options, { interactionId, request }, options.wanted(signal));
      if (request.mode === "url" && response.action !== "accept") pages.delete(request.elicitationId);
      const shown = withoutSecrets(response);
      options.record({
        type: "elicitation_answered",
        interactionId,
        response: shown,
        by,
        ...(actor && { actor }),
      });
      return response;
    },
    "elicitation/complete": ({ elicitationId }) => {
      // Every session gets it; the one that asked passes it on.
      if (pages.delete(elicitationId)) options.ask.elicitationCompleted?.(elicitationId);
    },
  };
}

interface Answered {
  readonly response: Exclude<CreateElicitationResponse, { kind: "unknown" }>;
  readonly by: string;
  readonly actor?: EventActor | undefined;
}

type Asked = Pick<ElicitationQuestion, "interactionId" | "request">;

/** An invalid answer is returned to the user with the name of the field, a few times. */
async function answer(options: ElicitationOptions, asked: Asked, signal: AbortSignal): Promise<Answered> {
  const { ask, sessionId, agentName, log } = options;
  let misfit: FormProblem | undefined;
  for (let attempt = 0; attempt < ELICITATION_ATTEMPTS_MAX; attempt += 1) {
    if (signal.aborted) return CANCELLED;
    const question: ElicitationQuestion = { ...asked, sessionId, agentName, refused: misfit };
    let given: ElicitationReply | typeof ABORTED;
    try {
      given = await untilAborted((async () => ask.elicitation(question, signal))(), signal);
    } catch (cause) {
      log.write("error", "Could not show a question of the agent", { cause });
      return { response: { action: "cancel" }, by: "error" };
    }
    if (given === ABORTED) return CANCELLED;
    const checked = check(asked.request, given);
    if ("response" in checked) return checked;
    misfit = checked;
  }
  const text = `The answer was not sent: ${misfit?.field} ${misfit?.problem}`;
  options.record({ type: "note", level: "warning", text });
  return { response: { action: "cancel" }, by: "invalid" };
}

const CANCELLED: Answered = { response: { action: "cancel" }, by: "cancel" };

function check(request: CreateElicitationRequest, given: ElicitationReply): Answered | FormProblem {
  const { by = "user", actor } = given;
  if (given.action === "decline" || given.action === "cancel") {
    return { response: { action: given.action }, by, actor };
  }
  if (given.action !== "accept") return { field: "action", problem: "must be accept, decline or cancel" };
  if (request.mode !== "form") return { response: { action: "accept" }, by, actor };
  const content = dropEmpty(given.content ?? {});
  const misfit = checkElicitationAnswer(request.requestedSchema, content);
  return misfit ?? { response: { action: "accept", content }, by, actor };
}

type Content = NonNullable<Extract<CreateElicitationResponse, { action: "accept" }>["content"]>;

function dropEmpty(content: Content): Content {
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined && value !== null));
}

/** The full URL is shown and never opened by Parley; only http and https are allowed. */
function checkRequest(request: CreateElicitationRequest): void {
  if (isUnknown(request)) throw RpcError.invalidParams("this client supports forms and URLs", { path: "/mode" });
  if (request.mode !== "url") return;
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
  if (url?.protocol === "https:" || url?.protocol === "http:") return;
  throw RpcError.invalidParams("only http: and https: URLs are supported", { path: "/url" });
}

/** The agent gets the answer; the log omits fields that are named like passwords. */
function withoutSecrets(response: Answered["response"]): Answered["response"] {
  if (response.action !== "accept" || response.content === undefined || response.content === null) return response;
  const entries = Object.entries(response.content).map(([field, value]) => {
    if (typeof value !== "string") return [field, value] as const;
    return [field, isSecretName(field) ? "…" : redact(value)] as const;
  });
  return { ...response, content: Object.fromEntries(entries) };
}

/** If an agent opens more, the oldest is forgotten. */
function remember(pages: Set<string>, elicitationId: string): void {
  pages.add(elicitationId);
  for (const oldest of pages) {
    if (pages.size <= OPEN_PAGES_MAX) break;
    pages.delete(oldest);
  }
}
