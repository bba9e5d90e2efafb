// Tool calls as the loop makes them: the one way from a model's words to an effect.
import type { CallEnd, CallRunner, CallSetup } from "../loop/turn-input.ts";
import type { ToolCallPart } from "../models/message.ts";
import { Call, type CallPorts } from "./call/call.ts";
import { prepareCall } from "./call/prepare-call.ts";

export type CallRunnerOptions = CallPorts;

/** One for each session: its tools and limits come with each call. */
export function createCallRunner(options: CallRunnerOptions): CallRunner {
  return {
    async prepare(call, setup) {
      const readiness = await prepareCall({ tools: setup.tools, context: options.context, signal: setup.signal }, call);
      return new Call(call, readiness, options, setup);
    },
  };
}

/** A single call from beginning to end, for whoever has no others to announce before it. */
export async function runCall(runner: CallRunner, call: ToolCallPart, setup: CallSetup): Promise<CallEnd> {
  const ready = await runner.prepare(call, setup);
  ready.announce();
  return ready.run();
}
