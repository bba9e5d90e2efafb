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
