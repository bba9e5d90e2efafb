// What the script says for a step that is neither a tool's nor its own to play.
import { describeLanguage, describeProblem, type ProseStep, type Step } from "@parley/script";
import { oneLine } from "../../text/cut.ts";
import { QUOTE_CHARS_MAX } from "../limits.ts";

const HOW_TO_GO_ON = `This is \`offline/script\`: it plays scripts and understands nothing else. \`help\` lists what it can play.
To talk to a real model, set ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY, or OPENAI_BASE_URL for a server of your own,
and start \`parley agent --model anthropic/claude-sonnet-5-5\`, or another \`provider/model\`; \`ollama/…\` needs no key.`;

export function sayStep(step: Step): string {
  if (step.kind === "say") return step.text;
  if (step.kind === "help") return describeLanguage();
  if (step.kind === "prose") return answerProse(step);
  if (step.kind === "problem") return `I cannot play ${describeProblem(step)}`;
  return `\`${step.kind}\` is for the scripted agent alone: \`parley script\`.`;
}

function answerProse({ text, problems }: ProseStep): string {
  const prompt = oneLine(text, QUOTE_CHARS_MAX);
  const quote = prompt === "" ? "Your message has no text." : `You wrote: “${prompt}”`;
  const hints = problems.slice(0, 3).map((problem) => `If you meant a script: ${describeProblem(problem)}`);
  return [quote, ...hints, HOW_TO_GO_ON].join("\n\n");
}
