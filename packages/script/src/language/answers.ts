// Replies to text that is not a script, and the text for streams.
import { QUOTE_CHARS_MAX } from "../limits.ts";
import { asInvoked, truncate } from "@parley/base";
import type { ProblemStep, ProseStep } from "./step.ts";

const NEXT_STEPS = `This is the scripted agent, which runs what you type as a small script. Type \`help\` to list its commands, or \`tour\` to see all of them.
To talk to a real model, start Parley with an agent that has one: \`parley chat -- goose acp\`.`;

export function answerProse({ text, problems }: ProseStep): string {
  const quote =
    text.trim() === "" ? "Your message has no text." : `You wrote: “${truncate(text.trim(), QUOTE_CHARS_MAX)}”`;
  const hints = problems.slice(0, 3).map((problem) => `If you meant a script: ${describeProblem(problem)}`);
  return [quote, ...hints, asInvoked(NEXT_STEPS)].join("\n\n");
}

export function describeProblem({ line, message }: ProblemStep): string {
  return `line ${line}: ${message}.`;
}

/** Plain ASCII, so that the text has exactly the requested number of bytes. */
export function streamChunk(index: number, bytes: number): string {
  const label = `chunk ${index + 1} `;
  return label.length >= bytes ? label.slice(-bytes) : `${label.padEnd(bytes - 1, ".")} `;
}
