// Asks the user a question.
import { z } from "zod";
import { toOneLine } from "@parley/base";
import { defineTool, textOutcome } from "../tool.ts";
import {
  ASK_CHOICE_CHARS_MAX,
  ASK_CHOICES_MAX,
  ASK_QUESTION_CHARS_MAX,
  CONVERSATION_TITLE_CHARS_MAX,
} from "../../limits.ts";

const input = z.object({
  question: z
    .string()
    .trim()
    .min(1)
    .max(ASK_QUESTION_CHARS_MAX)
    .describe("One self-contained question, with what depends on it."),
  choices: z
    .array(z.string().trim().min(1).max(ASK_CHOICE_CHARS_MAX))
    .max(ASK_CHOICES_MAX)
    .optional()
    .describe("Answers to choose from, your preferred one first. Omit for a free-text answer."),
});

export const askTool = defineTool({
  name: "ask",
  groups: [],
  kind: "other",
  description: [
    "Asks the user a question and waits for the answer.",
    "Use it when you need something that only the user knows or may decide: a choice between designs, a missing value, permission to do what was not asked for.",
    "Do not use it for what you can find out yourself, or to ask whether to continue.",
    "If the user is not available, you are informed at once. Then decide yourself, and state your assumption.",
  ].join("\n"),
  input,
  prepare({ question, choices = [] }, context) {
    const unique = [...new Set(choices)];
    return {
      title: `Ask: ${toOneLine(question, CONVERSATION_TITLE_CHARS_MAX)}`,
      content: [
        { type: "content", content: { type: "text", text: [question, ...unique.map((one) => `- ${one}`)].join("\n") } },
      ],
      subjects: [],
      async execute({ callId, signal }) {
        const reply = await context.person.ask({ callId, question, choices: unique }, signal);
        if ("answer" in reply) return textOutcome(`The user answered: ${reply.answer}`);
        return textOutcome(
          `No answer: ${reply.unanswered}. Continue with the most likely choice, and state your assumption.`,
        );
      },
    };
  },
});
