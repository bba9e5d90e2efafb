// /plan: the model makes a plan for a task, and does nothing yet.
import { promptText, say } from "../answer.ts";
import type { SlashCommand } from "../command.ts";

export const planCommand: SlashCommand = {
  name: "plan",
  description: "Makes a plan for a task, without carrying it out",
  hint: "task",
  run: async (rest) => {
    if (rest === "") return say("What is the plan for? Type `/plan` and the task.");
    return promptText(createPrompt(rest));
  },
};

function createPrompt(task: string): string {
  return [
    "Make a plan for the task below. Look at the project as far as you need to, but change nothing, and run nothing that does.",
    "As few steps as will do, in an order in which they can be done. Each one says what it works on (files, names), and how one knows that it is done. If there is a tool for plans, put the plan there, one entry for each step; then say what the plan rests on, what could go wrong, and what has to be decided first. Then stop: the plan is carried out when I say so.",
    `The task:\n\n${task}`,
  ].join("\n\n");
}
