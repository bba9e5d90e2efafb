// Script steps that map to tools, one row each.
import type { Step, StepKind, StepOf } from "@parley/script";
import { withoutUndefined } from "../../objects/without-undefined.ts";

export interface ScriptedCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const calls: { readonly [Kind in StepKind]?: (step: StepOf<Kind>) => ScriptedCall } = {
  plan: ({ entries }) => ({ name: "plan", input: { entries: entries.map((entry) => ({ ...entry })) } }),
  read: ({ path, line, limit }) => ({ name: "read", input: { path, ...withoutUndefined({ line, limit }) } }),
  write: ({ path, text }) => ({ name: "write", input: { path, content: text } }),
  edit: ({ path, oldText, newText }) => ({ name: "edit", input: { path, old_text: oldText, new_text: newText } }),
  run: ({ command }) => ({ name: "shell", input: { command } }),
  timeout: ({ command, ms }) => ({ name: "shell", input: { command, timeout_ms: ms } }),
  fetch: ({ url }) => ({ name: "fetch", input: { url } }),
  ask: ({ question }) => ({ name: "ask", input: { question } }),
};

/** Verbs whose step has the same name. */
export const scriptedTools: readonly string[] = Object.keys(calls);

/** Undefined for a step without a tool. */
export function toToolCall(step: Step): ScriptedCall | undefined {
  // The row was found by the kind of the step.
  const toCall = calls[step.kind] as ((step: Step) => ScriptedCall) | undefined;
  return toCall?.(step);
}
