// A model that says what a test wants, one answer after the other, and remembers what it was asked.
import type { FinishReason, Model, ModelEvent, ModelInfo, ModelRequest, ModelUsage } from "../../models/model.ts";

/** The events of one answer, or something that makes them. */
export type Reply =
  | readonly ModelEvent[]
  | ((request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent> | readonly ModelEvent[]);

export interface FakeModel extends Model {
  readonly requests: readonly ModelRequest[];
}

export const USAGE: ModelUsage = { inputTokens: 100, outputTokens: 10 };

export function createFakeModel(replies: readonly Reply[], info: Partial<ModelInfo> = {}): FakeModel {
  const requests: ModelRequest[] = [];
  return {
    requests,
    info: { id: "fake/model", name: "Fake", contextTokens: 100_000, takesImages: true, thinks: true, ...info },
    async *stream(request, signal) {
      const reply = replies[requests.length];
      requests.push(request);
      if (reply === undefined) throw new Error(`Nobody told the model what to say to request ${requests.length}`);
      yield* typeof reply === "function" ? reply(request, signal) : reply;
    },
  };
}

export function finish(reason: FinishReason = "stop", usage: ModelUsage = USAGE): ModelEvent {
  return { type: "finish", reason, usage };
}

export function say(text: string): readonly ModelEvent[] {
  return [{ type: "text", text }, { type: "text_end" }, finish()];
}

function callTool(name: string, input: unknown, callId: string): ModelEvent {
  return { type: "tool_call", callId, name, input };
}

/** One answer that calls them all. */
export function callTools(
  ...calls: readonly (readonly [name: string, input: unknown, callId: string])[]
): ModelEvent[] {
  return [...calls.map(([name, input, callId]) => callTool(name, input, callId)), finish("tool_calls")];
}

/** Says some events, and then nothing more, whatever becomes of the signal. */
export function hangAfter(...events: readonly ModelEvent[]): Reply {
  return async function* () {
    yield* events;
    await new Promise(() => undefined);
  };
}
