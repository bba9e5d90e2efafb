// Turns expected failures of a call into messages that the model can act on; other errors are bugs and propagate.
import { ParleyError } from "@parley/base";
import { describeError } from "../text/sentences.ts";
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
    if (error instanceof ParleyError) return failed(describeError(error));
    throw error;
  }
}

/** Starts nothing after a cancel, and reports every later failure as cancelled. */
export async function orErrorOutcome(signal: AbortSignal, execute: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    signal.throwIfAborted();
    return await execute();
  } catch (error) {
    if (signal.aborted) return errorOutcome("Cancelled.");
    if (error instanceof ParleyError) return errorOutcome(describeError(error));
    throw error;
  }
}
