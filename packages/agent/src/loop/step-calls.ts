// The tool calls of one step: prepared together, announced in order, then run in parallel; commands wait for edits.
import { inParallel } from "@parley/base";
import type { ToolCallPart, ToolMessage, ToolResult } from "../models/message.ts";
import { TOO_MANY_CALLS, TRUNCATED_CALL } from "./call-messages.ts";
import { PARALLEL_CALLS_MAX, STEP_CALLS_MAX } from "../limits.ts";
import { toContent } from "./tool-result.ts";
import type { CallResult, CallRunner, CallSetup, Emit, ReadyCall } from "./types.ts";

/** The results are in the order of the calls. */
export async function runStepCalls(
  calls: readonly ToolCallPart[],
  runner: CallRunner,
  setup: CallSetup,
  cancelTurn: () => void,
): Promise<ToolMessage> {
  const ready = await inParallel([...calls.entries()], PARALLEL_CALLS_MAX, ([index, call]) =>
    index < STEP_CALLS_MAX
      ? runner.prepare(call, setup)
      : Promise.resolve(createSkippedCall(call, TOO_MANY_CALLS, setup.emit)),
  );
  for (const call of ready) call.announce();
  const running: Promise<CallResult>[] = [];
  const ends = await inParallel([...ready.entries()], PARALLEL_CALLS_MAX, async ([index, call]) => {
    // Calls start in order, so every earlier call is already in `running`.
    const edits = running.filter((_, earlier) => ready[earlier]?.order === "edits");
    running[index] = call.order === "after_edits" ? runAfter(edits, call) : call.run();
    const end = await running[index];
    if (end.cancelsTurn) cancelTurn();
    return end;
  });
  return { role: "tool", results: ends.map(({ result }) => result) };
}

/** The calls of an answer that was cut off at the output limit: an incomplete input must not be executed. */
export async function skipTruncatedCalls(calls: readonly ToolCallPart[], emit: Emit): Promise<ToolMessage> {
  const ready = calls.map((call) => createSkippedCall(call, TRUNCATED_CALL, emit));
  for (const call of ready) call.announce();
  const ends = await Promise.all(ready.map((call) => call.run()));
  return { role: "tool", results: ends.map(({ result }) => result) };
}

/** A model may write a program and run it in the same answer. */
async function runAfter(edits: readonly Promise<CallResult>[], call: ReadyCall): Promise<CallResult> {
  await Promise.all(edits);
  return call.run(edits.length > 0);
}

function createSkippedCall({ callId, name, input, provider }: ToolCallPart, why: string, emit: Emit): ReadyCall {
  const result: ToolResult = { callId, name, parts: [{ type: "text", text: why }], isError: true };
  return {
    order: "any",
    announce() {
      emit({ type: "call_announced", callId, name, input, provider, shown: { title: name } });
    },
    run() {
      emit({ type: "call_ended", callId, result, shown: { content: toContent(result.parts) } });
      return Promise.resolve({ result, cancelsTurn: false });
    },
  };
}
