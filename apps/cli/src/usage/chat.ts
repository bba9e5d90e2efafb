// What `parley chat` takes.
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
    { about: "Talk to the agent that the settings name, else to the scripted one", command: "parley" },
    { about: "Talk to goose, in plan mode", command: "parley chat --agent goose --mode plan" },
    { about: "Talk to a program that speaks ACP", command: "parley chat -- ./my-agent --acp" },
    { about: "Begin with a question", command: 'parley chat "What does this project do?"' },
    { about: "Go on where you left off", command: "parley chat --continue" },
  ],
});
