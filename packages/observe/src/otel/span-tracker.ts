// Creates the spans of one connection: turns, tool calls, waits and requests, each under its parent.
import { isObject } from "@parley/base";
import { isRequestId } from "@parley/rpc";
import { BoundedMap } from "../extract/bounded-map.ts";
import { fieldsOf, listOf, textOf, wordsOf, type Fields } from "../extract/fields.ts";
import { readHead } from "../extract/message-head.ts";
import type { Observation } from "../extract/observation.ts";
import { nameRequest } from "../extract/pending-requests.ts";
import type { Frame } from "../frames/frame.ts";
import { SPAN_SESSIONS_MAX } from "../limits.ts";
import { withoutSecrets } from "./open-span.ts";
import { RequestSpans } from "./request-spans.ts";
import { readChosenModel, readModel } from "./session-model.ts";
import { SessionSpans } from "./session-spans.ts";
import type { SpanFactory } from "./span-factory.ts";

const ENDED = "The connection ended first";

export class SpanTracker {
  readonly #factory: SpanFactory;
  readonly #sessions = new BoundedMap<string, SessionSpans>(SPAN_SESSIONS_MAX);
  readonly #requests: RequestSpans;

  constructor(factory: SpanFactory) {
    this.#factory = factory;
    this.#requests = new RequestSpans(factory, (sessionId, direction) => {
      const session = this.#sessions.get(sessionId ?? "");
      // An agent may continue after its turn; requests of the client after the turn are unrelated to it.
      return direction === "to_client" ? session?.context : session?.turn?.context;
    });
  }

  /** `observations` are those of this frame. */
  add(frame: Frame, observations: readonly Observation[]): void {
    const messages = messagesOf(frame);
    // Observed first, because if a turn begins with this message, it is the request's parent.
    for (const observation of observations) this.observe(observation, messages);
    for (const message of messages) this.#read(frame, message);
  }

  /** The connection has ended: open spans end as unfinished. */
  end(atMs: number): void {
    this.#requests.end(atMs, ENDED);
    for (const session of this.#sessions.values()) session.end(atMs, ENDED);
    this.#sessions.clear();
  }

  /** `messages` are those in which it was observed, if any. */
  observe(observation: Observation, messages: readonly Fields[] = []): void {
    const { sessionId, atMs } = observation;
    if (sessionId === undefined) return;
    const session = this.#session(sessionId, atMs);
    switch (observation.type) {
      case "turn_started":
        return session.turnStarted(observation, messageOf(messages, observation.requestId));
      case "turn_ended":
        return session.turnEnded(observation, messageOf(messages, observation.requestId));
      case "output":
        return session.turn?.output(atMs);
      case "tool_call":
        return session.toolCall(observation, toolCallOf(messages, observation.toolCallId));
      case "permission_asked":
        return session.permissionAsked(observation, messageOf(messages, observation.requestId));
      case "permission_answered":
        return session.permissionAnswered(observation);
      case "usage":
        return session.turn?.usage(observation);
      case "compacted":
        return session.event("acp.compacted", atMs);
      case "blocked": {
        const { path, action } = observation;
        return session.event("acp.blocked", atMs, { "acp.path": withoutSecrets(path), "acp.action": action });
      }
      case "unasked":
        return session.event("acp.unasked", atMs, { "acp.what": withoutSecrets(observation.what) });
      case "session_closed":
        session.end(atMs, "The session was closed");
        this.#sessions.delete(sessionId);
        return;
      case "session_opened":
      case "file":
      case "terminal":
      case "plan":
      case "title":
      case "oddity":
        return;
      default:
        return observation satisfies never;
    }
  }

  #read({ direction, atMs }: Frame, message: Fields): void {
    const { id } = message;
    const method = textOf(message["method"]);
    const params = fieldsOf(message["params"]);
    if (method === "session/update") this.#readUpdate(params, atMs);
    else if (method !== undefined && isRequestId(id)) {
      const sessionId = wordsOf(params["sessionId"]);
      const model = readChosenModel(method, params);
      if (sessionId !== undefined && model !== undefined) this.#session(sessionId, atMs).model = model;
      this.#requests.asked(direction, id, method, params, atMs);
    } else if (method === "session/cancel") {
      this.#sessions.get(wordsOf(params["sessionId"]) ?? "")?.event("acp.cancel_requested", atMs);
    } else if (method === undefined) this.#readAnswer(message, this.#requests.answered(direction, message, atMs), atMs);
  }

  #readAnswer(
    message: Fields,
    request: { readonly method: string; readonly sessionId: string | undefined } | undefined,
    atMs: number,
  ): void {
    if (request === undefined) return;
    const result = fieldsOf(message["result"]);
    if (request.method === "initialize") this.#factory.agent.learn(result);
    const model = readModel(result);
    const sessionId = wordsOf(result["sessionId"]) ?? request.sessionId;
    if (sessionId !== undefined && model !== undefined) this.#session(sessionId, atMs).model = model;
  }

  #readUpdate(params: Fields, atMs: number): void {
    const session = this.#sessions.get(wordsOf(params["sessionId"]) ?? "");
    if (session === undefined) return;
    const update = fieldsOf(params["update"]);
    session.turn?.content?.add(update);
    if (update["sessionUpdate"] === "config_option_update") session.model = readModel(update) ?? session.model;
    if (update["sessionUpdate"] !== "subagent_update") return;
    const childId = wordsOf(update["sessionId"]);
    if (childId !== undefined && childId !== session.sessionId) this.#session(childId, atMs).parentSession = session;
  }

  #session(sessionId: string, atMs: number): SessionSpans {
    const known = this.#sessions.touch(sessionId);
    if (known !== undefined) return known;
    const session = new SessionSpans(this.#factory, sessionId);
    this.#sessions.set(sessionId, session)?.end(atMs, "Too many sessions were open");
    return session;
  }
}

/** A batch has several; an overlong message has only its beginning. */
function messagesOf({ message, head }: Frame): readonly Fields[] {
  if (isObject(message)) return [message];
  if (Array.isArray(message)) return listOf(message).map(fieldsOf);
  const read = message === undefined && head !== undefined ? readHead(head) : undefined;
  return read === undefined ? [] : [read];
}

function messageOf(messages: readonly Fields[], requestId: string): Fields {
  const isIt = ({ id }: Fields): boolean => isRequestId(id) && nameRequest(id) === requestId;
  return (messages.length === 1 ? messages[0] : messages.find(isIt)) ?? {};
}

/** Where the agent describes a call: in an update, or in a question. */
function toolCallOf(messages: readonly Fields[], toolCallId: string): Fields {
  for (const message of messages) {
    const params = fieldsOf(message["params"]);
    const subject = fieldsOf(params["subject"]);
    for (const place of [params["update"], params["toolCall"], subject["toolCall"]]) {
      const fields = fieldsOf(place);
      if (fields["toolCallId"] === toolCallId) return fields;
    }
  }
  return {};
}
