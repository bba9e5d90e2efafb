// What goes wrong in a tool, as the model is to read it. What is nobody's fault but ours stays a throw.
import { ParleyError } from "@parley/base";
import { textOutcome, type ToolOutcome } from "./tool.ts";

export async function guardOutcome(signal: AbortSignal, action: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    signal.throwIfAborted();
    return await action();
  } catch (error) {
    if (signal.aborted) return textOutcome("Cancelled.", { isError: true });
    if (error instanceof ParleyError) return textOutcome(describeError(error), { isError: true });
    throw error;
  }
}

export function describeError({ message, remedy }: ParleyError): string {
  return remedy === undefined ? message : `${message}. ${remedy.label}`;
}

/** What cannot be stopped itself is at least not waited for: rejects with the signal's reason as soon as it is aborted. */
export async function unlessAborted<Value>(signal: AbortSignal, action: Promise<Value>): Promise<Value> {
  const stop = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const refuse = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error("Cancelled"));
    if (signal.aborted) refuse();
    else signal.addEventListener("abort", refuse, { once: true, signal: stop.signal });
  });
  try {
    return await Promise.race([action, aborted]);
  } finally {
    stop.abort();
  }
}
