// One request to a model, to the end of its answer or the turn's, whichever comes first.
import { setImmediate as nextRound } from "node:timers/promises";
import type { Log } from "@parley/base";
import type { Model, ModelFailure, ModelEvent, ModelRequest, ModelUsage, FinishReason } from "../models/model.ts";
import { messageOf, stackOf } from "../text/sentences.ts";
import type { Answer } from "./answer.ts";
import { EVENTS_PER_PAUSE, STEP_CHARS_MAX } from "./limits.ts";
import { describeRetry } from "./say.ts";
import type { Emit } from "./turn-input.ts";
import { ABORTED, untilAborted } from "../waiting/until-aborted.ts";

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

/** Never rejects. A model that ignores the signal is left behind, and what it still says is not heard. */
export async function streamAnswer(
  model: Model,
  request: ModelRequest,
  answer: Answer,
  ports: StreamPorts,
): Promise<AnswerEnd> {
  if (ports.signal.aborted) return ABORT;
  // The model's own signal: a stream that is left for another reason than the turn's end is aborted too.
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
      if (end === undefined && answer.chars > STEP_CHARS_MAX) end = tooLong(emit);
      if (end !== undefined) {
        leave(iterator, log);
        return end;
      }
      if (events % EVENTS_PER_PAUSE === 0) await pause();
    }
  } catch (error) {
    return answer.isClosed || signal.aborted ? ABORT : broken(model, error, log);
  }
  if (signal.aborted) return ABORT;
  const message = `${model.info.name} broke off its answer.`;
  return { type: "failure", failure: { kind: "bad_response", message, remedy: "Try again." } };
}

/** Not awaited: a connection may take its time to close, and the answer is complete. */
function leave(iterator: AsyncIterator<ModelEvent>, log: Log): void {
  void iterator.return?.().catch((error: unknown) => {
    log.write("warn", "a model's stream did not close", { error: stackOf(error) });
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
      answer.begin(event.callId, event.name);
      return undefined;
    case "tool_call":
      answer.call({ callId: event.callId, name: event.name, input: event.input, provider: event.provider });
      return undefined;
    case "retry":
      emit({ type: "notice", severity: "warning", text: describeRetry(event) });
      return undefined;
    case "finish":
    case "failure":
      return event;
    default:
      // A model that says something nobody knows: the rest of its answer counts.
      return event satisfies never;
  }
}

function tooLong(emit: Emit): AnswerEnd {
  emit({ type: "notice", severity: "warning", text: "The answer was cut: it had no end." });
  return { type: "finish", reason: "max_tokens", usage: { inputTokens: 0, outputTokens: 0 } };
}

/** The port forbids it, so it is a bug of the model's adapter; the turn survives it. */
function broken(model: Model, error: unknown, log: Log): AnswerEnd {
  log.write("error", "a model threw", { model: model.info.id, error: stackOf(error) });
  const message = `${model.info.name} failed: ${messageOf(error)}`;
  return { type: "failure", failure: { kind: "failed", message, remedy: "Try again." } };
}
