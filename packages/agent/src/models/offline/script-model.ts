// `offline/script`: executes the last user message line by line, through the same loop as any model. No network, no state:
// the messages determine the next step.
import { parseScript, streamChunk, type Step } from "@parley/script";
import { toOneLine } from "@parley/base";
import { wait } from "@parley/base";
import { SCRIPT_QUOTE_CHARS_MAX, SCRIPT_STREAM_BURST } from "../../limits.ts";
import type { Message } from "../message.ts";
import type { FinishReason, ModelEvent, ModelRequest, ModelUsage } from "../model.ts";
import { findPosition, toCallId, type ScriptPosition } from "./position.ts";
import { playsVerb } from "./played-verbs.ts";
import { sayStep } from "./say-step.ts";
import { toToolCall } from "./tool-calls.ts";
import { countTokens, estimateInput } from "./usage.ts";

/**
 * Awaits only once in many chunks, so that other work can run, such as a cancellation.
 */
export async function* playScript(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const position = findPosition(request.messages);
  const steps = parseScript(position.script, {}, playsVerb);
  const spent = new Spending(request);
  for (const failed of failedResults(position.results)) yield* say(failed, spent);
  for (let index = position.next; index < steps.length; index += 1) {
    const step = steps[index];
    if (step === undefined || signal.aborted) return;
    if (step.kind === "wait") await wait(step.ms, signal);
    else if (step.kind === "stream") {
      // Not in a separate generator, because passing chunks on would double their cost.
      spent.addChars(step.count * step.bytes);
      for (let at = 0; at < step.count; at += 1) {
        if (at % SCRIPT_STREAM_BURST === SCRIPT_STREAM_BURST - 1) {
          await new Promise(setImmediate);
          if (signal.aborted) return;
        }
        yield { type: "text", text: streamChunk(at, step.bytes) };
      }
      yield { type: "text_end" };
    } else if (step.kind === "usage") spent.told = { inputTokens: step.used, outputTokens: 0 };
    else if (step.kind === "fail") {
      yield { type: "failure", failure: { kind: "failed", message: step.message } };
      return;
    } else if (step.kind === "stop") {
      yield { type: "finish", reason: toReason(step.reason), usage: spent.usage };
      return;
    } else if (yield* call(step, index, position, request, spent)) return;
  }
  if (!signal.aborted) yield { type: "finish", reason: "stop", usage: spent.usage };
}

/** True if the answer ends with a tool call. */
function* call(
  step: Step,
  index: number,
  position: ScriptPosition,
  { tools }: ModelRequest,
  spent: Spending,
): Generator<ModelEvent, boolean> {
  const wanted = toToolCall(step);
  if (wanted === undefined) {
    if (step.kind === "think") {
      yield { type: "thought", text: step.text };
      yield { type: "thought_end" };
      spent.add(step.text);
    } else yield* say(sayStep(step), spent);
    return false;
  }
  const { name, input } = wanted;
  if (!tools.some((tool) => tool.name === name)) {
    yield* say(`\`${step.kind}\` needs the tool ${name}, which is not available in this mode.`, spent);
    return false;
  }
  const callId = toCallId(position, index);
  spent.add(JSON.stringify(input));
  yield { type: "tool_call_begun", callId, name };
  yield { type: "tool_call", callId, name, input };
  yield { type: "finish", reason: "tool_calls", usage: spent.usage };
  return true;
}

/** Each on a separate line, because the parts form one text. */
function* say(text: string, spent: Spending): Generator<ModelEvent> {
  const line = spent.hasSpoken ? `\n\n${text}` : text;
  spent.add(line);
  spent.hasSpoken = true;
  yield { type: "text", text: line };
  yield { type: "text_end" };
}

function failedResults(results: Extract<Message, { role: "tool" }>["results"]): readonly string[] {
  return results.flatMap(({ name, isError, parts }) => {
    if (!isError) return [];
    const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(" ");
    const short = toOneLine(text, SCRIPT_QUOTE_CHARS_MAX);
    return [short === "" ? `The tool ${name} failed.` : `The tool ${name} failed: ${short}`];
  });
}

function toReason(reason: Extract<Step, { kind: "stop" }>["reason"]): FinishReason {
  switch (reason) {
    case "end_turn":
      return "stop";
    case "max_tokens":
    case "refusal":
      return reason;
    case "max_turn_requests":
      // Only the loop counts requests, so a model cannot end a turn with this.
      return "other";
  }
}

/** Estimated usage. */
class Spending {
  readonly #request: ModelRequest;
  #chars = 0;
  hasSpoken = false;
  told: ModelUsage | undefined;

  constructor(request: ModelRequest) {
    this.#request = request;
  }

  add(text: string): void {
    this.#chars += text.length;
  }

  addChars(chars: number): void {
    this.#chars += chars;
  }

  get usage(): ModelUsage {
    const { told } = this;
    if (told !== undefined) return told;
    return { inputTokens: estimateInput(this.#request), outputTokens: countTokens(this.#chars) };
  }
}
