// Converts a turn's log to a run's events: gets one log event after the other, and returns the client's events for
// each.
//
// The result depends only on the log and the turn, so a stream, a later list and a resumed stream are the same.
import type { SessionEvent } from "@parley/acp";
import type { Turn } from "@parley/hub";
import { toAwaitRequest, type AskedEvent } from "../questions/await-request.ts";
import { toTimestamp, type Run, type RunEvent, type RunEventType } from "../wire.ts";
import { toGenericEvent } from "./generic-event.ts";
import { Output } from "./output.ts";
import { STATUS_OF_STATE, toRun } from "./to-run.ts";
import { updateToPart, type SpokenKind, type SpokenPart } from "./update-to-part.ts";

/** `seq` is its log event, `sub` its index among the events of that log event. */
export type Emit = (event: RunEvent, seq: number, sub: number) => void;

type AnsweredEvent = Extract<SessionEvent, { type: "permission_answered" | "elicitation_answered" }>;

/** Permissions that policy answered without asking the user. */
const AUTOMATIC: ReadonlySet<string> = new Set(["rule", "mode", "hook", "remembered", "grant", "level"]);

export class RunTranslator {
  readonly #output = new Output();
  readonly #emit: Emit;
  #turn: Turn;
  #seq = 0;
  #sub = 0;
  #atMs = 0;
  #isBegun = false;
  #isStopped = false;
  #open: { messageId: string | undefined; last: SpokenKind } | undefined;
  /** The latest question; it is unknown yet whether policy answers it. */
  #held: AskedEvent | undefined;
  readonly #questions = new Map<string, AskedEvent>();

  constructor(turn: Turn, emit: Emit) {
    this.#turn = turn;
    this.#emit = emit;
  }

  /** The agent has stopped; later events belong to the turn only up to its `lastSeq`. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Number of the latest log event. */
  get seq(): number {
    return this.#seq;
  }

  get outputChars(): number {
    return this.#output.chars;
  }

  created(): void {
    this.#tell("run.created", "created");
  }

  feed(event: SessionEvent): void {
    if (this.#held !== undefined && !isAutomaticAnswer(event, this.#held)) this.#ask(this.#held);
    this.#seq = event.seq;
    this.#sub = 0;
    this.#atMs = event.at;
    this.#translate(event);
  }

  /** True once the turn waits, which means that the user is being asked. */
  awaiting(interactionId: string | undefined): void {
    if (this.#held !== undefined && this.#held.interactionId === interactionId) this.#ask(this.#held);
  }

  /** After all its events. */
  ended(turn: Turn): void {
    this.#turn = turn;
    if (this.#held !== undefined) this.#ask(this.#held);
    this.#complete();
    const status = STATUS_OF_STATE[turn.state];
    this.#say({ type: `run.${status}` as RunEventType, run: this.run(turn) });
  }

  /** Its current state. */
  run(turn: Turn): Run {
    const asked = turn.interactionId === undefined ? undefined : this.#questions.get(turn.interactionId);
    const question = asked ?? this.#held ?? this.#firstQuestion();
    return toRun(turn, this.#output, question && toAwaitRequest(question, this.#turn.agent));
  }

  #translate(event: SessionEvent): void {
    switch (event.type) {
      case "prompt":
        // A run that continues after a restart has another prompt, with the answer that it waited for.
        if (this.#isBegun) return this.#say(toGenericEvent(event));
        this.#isBegun = true;
        return this.#tell("run.in-progress", "in_progress");
      case "update": {
        const spoken = updateToPart(event.update, (id) => this.#output.toolName(id));
        return spoken === undefined ? this.#say(toGenericEvent(event)) : this.#speak(spoken);
      }
      case "permission_asked":
      case "elicitation_asked":
        this.#held = event;
        return undefined;
      case "permission_answered":
      case "elicitation_answered":
        return this.#answered(event);
      case "stop":
        this.#isStopped = true;
        return this.#complete();
      case "mode":
      case "config":
      case "agent_started":
      case "agent_crashed":
      case "agent_restarted":
      case "compacted":
      case "terminal":
      case "changes":
      case "review":
      case "rewound":
      case "note":
      case "routed":
      case "plan_proposed":
      case "handed_over":
      case "cleared":
      case "unknown":
        return this.#say(toGenericEvent(event));
    }
  }

  #speak(spoken: SpokenPart): void {
    if (this.#isNewMessage(spoken)) {
      this.#complete();
      const role = `agent/${this.#turn.agent}`;
      const createdAt = toTimestamp(this.#atMs);
      this.#open = { messageId: spoken.messageId, last: spoken.kind };
      this.#output.begin(role, createdAt);
      // The protocol has no message without parts; this one is sent as a separate event.
      this.#say({ type: "message.created", message: { role, parts: [spoken.part], created_at: createdAt } });
    } else if (this.#open !== undefined) {
      this.#open.last = spoken.kind;
      this.#open.messageId ??= spoken.messageId;
    }
    this.#output.add(spoken);
    this.#say({ type: "message.part", part: spoken.part });
  }

  /** Thoughts and tool calls are steps before the message; after a tool call, a new message begins. */
  #isNewMessage({ kind, messageId }: SpokenPart): boolean {
    if (this.#open === undefined) return true;
    if (kind === "tool_call") return false;
    if (messageId !== undefined && this.#open.messageId !== undefined) return messageId !== this.#open.messageId;
    return this.#open.last === "tool_call";
  }

  #complete(): void {
    this.#open = undefined;
    const message = this.#output.complete(toTimestamp(this.#atMs));
    if (message !== undefined) this.#say({ type: "message.completed", message });
  }

  #ask(question: AskedEvent): void {
    this.#held = undefined;
    this.#complete();
    this.#questions.set(question.interactionId, question);
    // A client gets one question at a time.
    if (this.#questions.size === 1) this.#tell("run.awaiting", "awaiting");
  }

  #answered(event: AnsweredEvent): void {
    if (this.#held !== undefined) {
      this.#held = undefined;
      return this.#say(toGenericEvent(event));
    }
    if (!this.#questions.delete(event.interactionId) || event.by === "cancel") return undefined;
    // The agent may have sent more text while it waited.
    this.#complete();
    this.#tell("run.in-progress", "in_progress");
    if (this.#questions.size > 0) this.#tell("run.awaiting", "awaiting");
    return undefined;
  }

  #tell(type: RunEventType, state: "created" | "in_progress" | "awaiting"): void {
    const { id, sessionId, agent, createdAtMs } = this.#turn;
    const interactionId = this.#firstQuestion()?.interactionId;
    this.#say({ type, run: this.run({ id, sessionId, agent, createdAtMs, state, interactionId }) });
  }

  #firstQuestion(): AskedEvent | undefined {
    return this.#questions.values().next().value;
  }

  #say(event: RunEvent): void {
    this.#emit(event, this.#seq, this.#sub);
    this.#sub += 1;
  }
}

function isAutomaticAnswer(event: SessionEvent, { interactionId }: AskedEvent): boolean {
  if (event.type !== "permission_answered" && event.type !== "elicitation_answered") return false;
  return event.interactionId === interactionId && AUTOMATIC.has(event.by);
}
