// A question to the person at the client.
import { z } from "zod";
import { toOneLine } from "@parley/base";
import { defineTool, textOutcome } from "../tool.ts";
import { CHOICE_CHARS_MAX, CHOICES_MAX, QUESTION_CHARS_MAX, TITLE_CHARS_MAX } from "./limits.ts";

const input = z.object({
  question: z
    .string()
    .trim()
    .min(1)
    .max(QUESTION_CHARS_MAX)
    .describe("One question that can be answered without having seen the rest, with what hangs on it."),
  choices: z
    .array(z.string().trim().min(1).max(CHOICE_CHARS_MAX))
    .max(CHOICES_MAX)
    .optional()
    .describe("Answers to choose from, the one you would take first. Leave out if any text is an answer."),
});

export const askTool = defineTool({
  name: "ask",
  groups: [],
  kind: "other",
  description: [
    "Asks the person a question and waits for the answer.",
    "Use it when the work cannot go on well without something only they know or may decide: a choice between designs, a missing value, leave to do what was not asked for.",
    "Do not use it for what you can find out yourself, nor to ask whether to go on.",
    "There may be nobody there: then you are told so at once. Decide by yourself then, and say what you assumed.",
  ].join("\n"),
  input,
  prepare({ question, choices = [] }, context) {
    const unique = [...new Set(choices)];
    return {
      title: `Ask: ${toOneLine(question, TITLE_CHARS_MAX)}`,
      content: [
        { type: "content", content: { type: "text", text: [question, ...unique.map((one) => `- ${one}`)].join("\n") } },
      ],
      subjects: [],
      async execute({ callId, signal }) {
        const reply = await context.person.ask({ callId, question, choices: unique }, signal);
        if ("answer" in reply) return textOutcome(`The person answered: ${reply.answer}`);
        return textOutcome(
          `There is no answer: ${reply.unanswered}. Go on with what is most likely right, and say what you assumed.`,
        );
      },
    };
  },
});
