// One request to a model: streams its answer to the client and assembles it from the events.
import { type Clock, createId, type Log, ABORTED, untilAborted } from "@parley/base";
import { setImmediate as nextRound } from "node:timers/promises";
import type { AssistantPart, ProviderData, TextPart, ThoughtPart, ToolCallPart } from "../models/message.ts";
import type { FinishReason, Model, ModelEvent, ModelFailure, ModelRequest, ModelUsage } from "../models/model.ts";
import { messageOf, stackOf } from "../text/sentences.ts";
import { EVENTS_PER_PAUSE, STEP_CHARS_MAX } from "../limits.ts";
import { ANSWER_TOO_LONG, describeRetry } from "./turn-messages.ts";
import type { Emit } from "./types.ts";

export type AnswerEnd =
  | { readonly type: "finish"; readonly reason: FinishReason; readonly usage: ModelUsage }
  | { readonly type: "failure"; readonly failure: ModelFailure }
  | { readonly type: "aborted" };

const ABORT: AnswerEnd = { type: "aborted" };

export interface StreamPorts {
  readonly emit: Emit;
  readonly pause?: (() => Promise<void>) | undefined;
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** Never rejects. If a model ignores the signal, its remaining events are dropped. */
export async function streamAnswer(
  model: Model,
  request: ModelRequest,
  answer: Answer,
  ports: StreamPorts,
): Promise<AnswerEnd> {
  if (ports.signal.aborted) return ABORT;
  // A signal of its own, so that the stream is also aborted when it is abandoned for another reason than the turn's end.
  const control = new AbortController();
  try {
    const end = await untilAborted(read(model, request, answer, ports, control.signal), ports.signal);
    return end === ABORTED ? ABORT : end;
  } finally {
    answer.close();
    control.abort();
  }
}

async function read(
  model: Model,
  request: ModelRequest,
  answer: Answer,
  ports: StreamPorts,
  modelSignal: AbortSignal,
): Promise<AnswerEnd> {
  const { signal, emit, log, pause = nextRound } = ports;
  try {
    const iterator = model.stream(request, modelSignal)[Symbol.asyncIterator]();
    for (let events = 1; ; events += 1) {
      const next = await iterator.next();
      if (next.done === true) break;
      let end = answer.isClosed ? ABORT : take(next.value, answer, emit);
      if (end === undefined && answer.chars > STEP_CHARS_MAX) end = endTooLong(emit);
      if (end !== undefined) {
        closeStream(iterator, log);
        return end;
      }
      if (events % EVENTS_PER_PAUSE === 0) await pause();
    }
  } catch (error) {
    return answer.isClosed || signal.aborted ? ABORT : failWith(model, error, log);
  }
  if (signal.aborted) return ABORT;
  const message = `The answer of ${model.info.name} ended unexpectedly.`;
  return { type: "failure", failure: { kind: "bad_response", message, remedy: "Try again." } };
}

/** Not awaited: the answer is complete, and closing a connection can take a while. */
function closeStream(iterator: AsyncIterator<ModelEvent>, log: Log): void {
  void iterator.return?.().catch((error: unknown) => {
    log.write("warn", "closing the stream of a model failed", { error: stackOf(error) });
  });
}

function take(event: ModelEvent, answer: Answer, emit: Emit): AnswerEnd | undefined {
  switch (event.type) {
    case "text":
      answer.text(event.text);
      return undefined;
    case "thought":
      answer.thought(event.text);
      return undefined;
    case "text_end":
      answer.end("text", event.provider);
      return undefined;
    case "thought_end":
      answer.end("thought", event.provider);
      return undefined;
    case "tool_call_begun":
      answer.startCall(event.callId, event.name);
      return undefined;
    case "tool_call":
      answer.addCall({ callId: event.callId, name: event.name, input: event.input, provider: event.provider });
      return undefined;
    case "retry":
      emit({ type: "notice", severity: "warning", text: describeRetry(event) });
      return undefined;
    case "finish":
    case "failure":
      return event;
    default:
      // An event of an unknown type is skipped.
      return event satisfies never;
  }
}

function endTooLong(emit: Emit): AnswerEnd {
  emit({ type: "notice", severity: "warning", text: ANSWER_TOO_LONG });
  return { type: "finish", reason: "max_tokens", usage: { inputTokens: 0, outputTokens: 0 } };
}

/** A bug in the adapter of the model: `stream` must not throw. */
function failWith(model: Model, error: unknown, log: Log): AnswerEnd {
  log.write("error", "a model threw", { model: model.info.id, error: stackOf(error) });
  const message = `${model.info.name} failed: ${messageOf(error)}`;
  return { type: "failure", failure: { kind: "failed", message, remedy: "Try again." } };
}

type Kind = "text" | "thought";

export class Answer {
  readonly #emit: Emit;
  readonly #callIds: Set<string>;
  readonly #clock: Clock | undefined;
  readonly #parts: AssistantPart[] = [];
  /** Message ids of the text and thought parts, by index. */
  readonly #messageIds = new Map<number, string>();
  /** Names of calls that have started but are not complete, by call id. */
  readonly #incomplete = new Map<string, string>();
  #openKind: Kind | undefined;
  #messageId = "";
  #pieces: string[] = [];
  #chars = 0;
  #isClosed = false;
  #hasOpenThought = false;

  /** `callIds`: ids already used in the session, which no new call may have. */
  constructor(emit: Emit, callIds: Set<string>, clock?: Clock) {
    this.#emit = emit;
    this.#callIds = callIds;
    this.#clock = clock;
  }

  get chars(): number {
    return this.#chars;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The hot path: allocates nothing but the event. */
  text(text: string): void {
    if (text === "") return;
    if (this.#openKind !== "text") this.#open("text");
    this.#pieces.push(text);
    this.#chars += text.length;
    this.#emit({ type: "text", messageId: this.#messageId, text });
  }

  thought(text: string): void {
    if (text === "") return;
    if (this.#openKind !== "thought") this.#open("thought");
    this.#pieces.push(text);
    this.#chars += text.length;
    this.#emit({ type: "thought", messageId: this.#messageId, text });
  }

  /** May come without any text: a thought that is encrypted by its provider. */
  end(kind: Kind, provider: ProviderData | undefined): void {
    if (this.#openKind === kind) this.#endOpen(provider);
    else if (provider !== undefined && !this.#supplement(kind, provider)) {
      this.#open(kind);
      this.#endOpen(provider);
    }
  }

  startCall(callId: string, name: string): void {
    this.#endOpen(undefined);
    this.#incomplete.set(callId, name);
  }

  addCall(call: Omit<ToolCallPart, "type">): void {
    this.#endOpen(undefined);
    this.#incomplete.delete(call.callId);
    this.#parts.push({ ...call, type: "tool_call", callId: this.#claim(call.callId) });
  }

  /** Nothing is added after this. */
  close(): void {
    if (this.#isClosed) return;
    this.#hasOpenThought = this.#openKind === "thought";
    this.#endOpen(undefined);
    this.#isClosed = true;
  }

  /** The complete answer. A truncated one lacks the thought that was being written, and has empty inputs for incomplete calls. */
  parts(isTruncated: boolean): readonly AssistantPart[] {
    if (!isTruncated) return this.#parts.filter(isKept);
    const parts = this.#hasOpenThought ? this.#withoutLastThought() : this.#parts;
    const incomplete = Array.from(this.#incomplete, ([callId, name]): ToolCallPart => {
      return { type: "tool_call", callId: this.#claim(callId), name, input: {} };
    });
    return [...parts.filter(isKept), ...incomplete];
  }

  /** The text of an aborted answer: providers reject signatures of incomplete answers, and its calls were not announced. */
  completeText(): readonly TextPart[] {
    return this.#parts
      .filter((part) => part.type === "text" && part.text.trim() !== "")
      .map((part) => ({ type: "text", text: (part as TextPart).text }));
  }

  #open(kind: Kind): void {
    this.#endOpen(undefined);
    this.#openKind = kind;
    this.#messageId = createId(this.#clock);
  }

  #endOpen(provider: ProviderData | undefined): void {
    const kind = this.#openKind;
    if (kind === undefined) return;
    const text = this.#pieces.join("");
    this.#messageIds.set(this.#parts.length, this.#messageId);
    this.#parts.push(provider === undefined ? { type: kind, text } : { type: kind, text, provider });
    this.#pieces = [];
    this.#openKind = undefined;
    this.#emitEnd(kind, this.#messageId, provider);
  }

  #emitEnd(kind: Kind, messageId: string, provider: ProviderData | undefined): void {
    const type = kind === "text" ? "text_end" : "thought_end";
    this.#emit({ type, messageId, ...(provider === undefined ? {} : { provider }) });
  }

  /** Provider data for a part that has already ended: its end is emitted again, so that the log has it. */
  #supplement(kind: Kind, provider: ProviderData): boolean {
    const index = this.#parts.findLastIndex((part) => part.type === kind);
    const part = this.#parts[index] as TextPart | ThoughtPart | undefined;
    if (part === undefined || part.provider !== undefined) return false;
    this.#parts[index] = { ...part, provider };
    this.#emitEnd(kind, this.#messageIds.get(index) ?? "", provider);
    return true;
  }

  /** Some servers number the calls of each answer from 0 or omit ids: a duplicate gets a new id. */
  #claim(callId: string): string {
    const unique = callId === "" || this.#callIds.has(callId) ? createId(this.#clock) : callId;
    this.#callIds.add(unique);
    return unique;
  }

  #withoutLastThought(): AssistantPart[] {
    const index = this.#parts.findLastIndex((part) => part.type === "thought");
    return this.#parts.toSpliced(index, 1);
  }
}

function isKept(part: AssistantPart): boolean {
  return part.type !== "text" || part.provider !== undefined || part.text.trim() !== "";
}
