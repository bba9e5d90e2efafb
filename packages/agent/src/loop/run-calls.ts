// The tool calls of one step: prepared together, announced in their order, then run a few at a time; commands wait for edits.
import { inParallel } from "@parley/home";
import type { ToolCallPart, ToolMessage, ToolResult } from "../models/message.ts";
import { PARALLEL_CALLS_MAX, STEP_CALLS_MAX } from "./limits.ts";
import { CUT_CALL, TOO_MANY_CALLS } from "./say.ts";
import type { CallEnd, CallRunner, CallSetup, Emit, ReadyCall } from "./turn-input.ts";

/** The results are in the order of the calls. */
export async function runCalls(
  calls: readonly ToolCallPart[],
  runner: CallRunner,
  setup: CallSetup,
  onCancelled: () => void,
): Promise<ToolMessage> {
  const ready = await inParallel([...calls.entries()], PARALLEL_CALLS_MAX, ([index, call]) =>
    index < STEP_CALLS_MAX
      ? runner.prepare(call, setup)
      : Promise.resolve(createUnrunCall(call, TOO_MANY_CALLS, setup.emit)),
  );
  for (const call of ready) call.announce();
  const running: Promise<CallEnd>[] = [];
  const ends = await inParallel([...ready.entries()], PARALLEL_CALLS_MAX, async ([index, call]) => {
    // Those before it have been begun: they are taken in order.
    const edits = running.filter((_, earlier) => ready[earlier]?.order === "edits");
    running[index] = call.order === "after_edits" ? runBehind(call, edits) : call.run();
    const end = await running[index];
    if (end.isCancelled) onCancelled();
    return end;
  });
  return { role: "tool", results: ends.map(({ result }) => result) };
}

/** Calls of an answer that was cut: whatever they would have done, they are not what the model meant. */
export async function failCutCalls(calls: readonly ToolCallPart[], emit: Emit): Promise<ToolMessage> {
  const ready = calls.map((call) => createUnrunCall(call, CUT_CALL, emit));
  for (const call of ready) call.announce();
  const ends = await Promise.all(ready.map((call) => call.run()));
  return { role: "tool", results: ends.map(({ result }) => result) };
}

/** A model writes a program and runs it in one breath. */
async function runBehind(call: ReadyCall, edits: readonly Promise<CallEnd>[]): Promise<CallEnd> {
  await Promise.all(edits);
  return call.run(edits.length > 0);
}

function createUnrunCall({ callId, name, input, provider }: ToolCallPart, why: string, emit: Emit): ReadyCall {
  const result: ToolResult = { callId, name, parts: [{ type: "text", text: why }], isError: true };
  return {
    order: "any",
    announce() {
      emit({ type: "call_announced", callId, name, input, provider, shown: { title: name } });
    },
    run(): Promise<CallEnd> {
      const text = { type: "content", content: { type: "text", text: why } } as const;
      emit({ type: "call_ended", callId, result, shown: { content: [text] } });
      return Promise.resolve({ result, isCancelled: false });
    },
  };
}
