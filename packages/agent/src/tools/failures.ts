// What goes wrong with a call is told to the model in words it can act on; anything else is a bug, and stays one.
import { ParleyError } from "@parley/base";
import { failed, textOutcome, type PreparedCall, type ToolFailure, type ToolOutcome } from "./tool.ts";

export function errorOutcome(text: string, extra: Omit<ToolOutcome, "parts"> = {}): ToolOutcome {
  return textOutcome(text, { ...extra, isError: true });
}

export async function orFailure(
  prepare: () => Promise<PreparedCall | ToolFailure>,
): Promise<PreparedCall | ToolFailure> {
  try {
    return await prepare();
  } catch (error) {
    if (error instanceof ParleyError) return failed(sentenceOf(error));
    throw error;
  }
}

export async function orErrorOutcome(execute: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    return await execute();
  } catch (error) {
    if (error instanceof ParleyError) return errorOutcome(sentenceOf(error));
    if (error instanceof Error && error.name === "AbortError") return errorOutcome("[cancelled]");
    throw error;
  }
}

function sentenceOf({ message, remedy }: ParleyError): string {
  return remedy === undefined ? message : `${message}. ${remedy.label}`;
}
