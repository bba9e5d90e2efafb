// /plan: the model plans a task without executing it.
import { promptText, say } from "../answer.ts";
import type { SlashCommand } from "../command.ts";

export const planCommand: SlashCommand = {
  name: "plan",
  description: "Plan a task without executing it",
  hint: "task",
  run: async (rest) => {
    if (rest === "") return say("Describe the task: `/plan TASK`.");
    return promptText(createPrompt(rest));
  },
};

function createPrompt(task: string): string {
  return [
    "Make a plan for the task below. Explore the project as far as needed, but change nothing, and run nothing that does.",
    "Use as few steps as possible, in an order in which they can be executed. Each step states what it works on (files, names) and how to tell that it is done. If there is a plan tool, put the plan there, one entry per step; then list the assumptions, the risks, and the decisions to make first. Then stop: I will tell you when to execute the plan.",
    `The task:\n\n${task}`,
  ].join("\n\n");
}
