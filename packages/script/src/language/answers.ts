// Replies for text without anything to play, and the text that a stream is made of.
import { QUOTE_CHARS_MAX } from "../limits.ts";
import { asInvoked, truncate } from "@parley/base";
import type { ProblemStep, ProseStep } from "./step.ts";

const HOW_TO_GO_ON = `I play scripts and understand nothing else: \`help\` lists what I can play, \`tour\` plays all of it.
To talk to a real model, start Parley with an agent that has one: \`parley chat -- goose acp\`.`;

export function answerProse({ text, problems }: ProseStep): string {
  const quote =
    text.trim() === "" ? "Your message has no text." : `You wrote: “${truncate(text.trim(), QUOTE_CHARS_MAX)}”`;
  const hints = problems.slice(0, 3).map((problem) => `If you meant a script: ${describeProblem(problem)}`);
  return [quote, ...hints, asInvoked(HOW_TO_GO_ON)].join("\n\n");
}

export function describeProblem({ line, message }: ProblemStep): string {
  return `line ${line}: ${message}.`;
}

/** Plain ASCII, so that the text has exactly the requested number of bytes. */
export function streamChunk(index: number, bytes: number): string {
  const label = `chunk ${index + 1} `;
  return label.length >= bytes ? label.slice(-bytes) : `${label.padEnd(bytes - 1, ".")} `;
}
