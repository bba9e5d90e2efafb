// Flags and arguments of `parley chat`.
import { defineUsage } from "../arguments/usage.ts";
import { conversationFlags } from "./conversation-flags.ts";

export const chatUsage = defineUsage({
  name: "chat",
  summary: "Talk to an agent in the terminal",
  isInWorkspace: true,
  takesCommand: true,
  flags: conversationFlags,
  positionals: [{ name: "PROMPT", isOptional: true, isMultiple: true }],
  examples: [
    { about: "Talk to the default agent", command: "parley" },
    { about: "Talk to goose, in plan mode", command: "parley chat --agent goose --mode plan" },
    { about: "Talk to a program that speaks ACP", command: "parley chat -- ./my-agent --acp" },
    { about: "Start with a question", command: 'parley chat "What does this project do?"' },
    { about: "Continue where you left off", command: "parley chat --continue" },
  ],
});
