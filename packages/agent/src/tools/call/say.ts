// What the model reads of a call that was not done, or not as it wanted it.
import type { HookAnswer } from "@parley/policy";
import type { GateAnswer } from "../../gate/gate.ts";
import { cut } from "../../text/cut.ts";

const REWRITE_CHARS_MAX = 2_000;

export const CANCELLED = "Cancelled before it was done. What it had done by then stands.";

export function describeDenial({ reason, by }: Extract<GateAnswer, { verdict: "deny" }>): string {
  if (by === "person") return `The person did not allow this, and nothing was done: ${reason}`;
  return `This is not allowed, and nothing was done: ${reason}`;
}

export function describeHookDenial({ name, reason }: HookAnswer): string {
  return `The hook ${name} does not allow this, and nothing was done${reason === undefined ? "." : `: ${reason}`}`;
}

export function describeRewrite(name: string, input: string): string {
  return `[A hook of the person changed the input of this call of ${name} to ${cut(input, REWRITE_CHARS_MAX)}]`;
}
