// The text for a step that is not a tool call.
import { ADD_MODEL, asInvoked, NO_MODEL, toOneLine } from "@parley/base";
import { describeLanguage, describeProblem, type ProseStep, type Step } from "@parley/script";
import { playsVerb } from "./played-verbs.ts";
import { SCRIPT_QUOTE_CHARS_MAX } from "../../limits.ts";

export function sayStep(step: Step): string {
  if (step.kind === "say") return step.text;
  if (step.kind === "help") return describeLanguage(playsVerb);
  if (step.kind === "prose") return answerProse(step);
  if (step.kind === "problem") return `Line ${step.line} is not a script command: ${step.message}.`;
  // Unreachable while every verb in played-verbs.ts is implemented; the e2e tests run each of them.
  return `\`${step.kind}\` is not available in the offline demo.`;
}

function answerProse({ text, problems }: ProseStep): string {
  const prompt = toOneLine(text, SCRIPT_QUOTE_CHARS_MAX);
  const quote = prompt === "" ? "Your message has no text." : `You wrote: “${prompt}”`;
  const hints = problems.slice(0, 3).map((problem) => `If you meant a script: ${describeProblem(problem)}`);
  return [quote, ...hints, `${NO_MODEL}\n${asInvoked(ADD_MODEL)}`].join("\n\n");
}
