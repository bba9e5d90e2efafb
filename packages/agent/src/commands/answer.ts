// Answers of commands, including failures that the user can act on.
import { ParleyError } from "@parley/base";
import { describeError } from "../text/sentences.ts";
import type { CommandResult } from "./command.ts";

export function say(...paragraphs: readonly string[]): CommandResult {
  return { say: paragraphs.filter((paragraph) => paragraph !== "").join("\n\n") };
}

export function promptText(text: string): CommandResult {
  return { prompt: [{ type: "text", text }] };
}

/** A ParleyError becomes the answer; any other error is a bug and is rethrown. */
export async function sayFailure(action: () => Promise<CommandResult>): Promise<CommandResult> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return say(describeError(error));
  }
}
