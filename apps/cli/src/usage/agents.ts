// What the commands of `parley agents` take.
import { defineUsage } from "../arguments/usage.ts";

const json = { type: "boolean", summary: "As JSON" } as const;
const yes = { type: "boolean", short: "y", summary: "Do not ask first" } as const;
const agentName = { name: "NAME", completes: "agent" } as const;

export const agentsListUsage = defineUsage({
  name: "agents list",
  summary: "The agents of this machine, and those that could be installed",
  flags: {
    all: { type: "boolean", summary: "Also those of the registry that are not installed" },
    json,
  },
  positionals: [],
  examples: [
    { about: "What is there", command: "parley agents" },
    { about: "What could be there", command: "parley agents list --all" },
  ],
});

export const agentsShowUsage = defineUsage({
  name: "agents show",
  summary: "Everything known of an agent: where it is, how it is started, what is missing, what it sees in a sandbox",
  flags: { json },
  positionals: [agentName],
  examples: [{ about: "Where goose was found", command: "parley agents show goose" }],
});

export const agentsInstallUsage = defineUsage({
  name: "agents install",
  summary: "Install an agent from the registry",
  flags: {
    kind: {
      type: "string",
      value: "KIND",
      choices: ["binary", "npx", "uvx"],
      summary: "Which of the ways that the registry offers; the one that can be checked best unless given",
    },
    "ignore-scripts": { type: "boolean", summary: "npm does not run what packages want to be run" },
    json,
  },
  positionals: [agentName],
  examples: [{ about: "Install Gemini CLI", command: "parley agents install gemini" }],
});

export const agentsUpdateUsage = defineUsage({
  name: "agents update",
  summary: "Bring installed agents to the version of the registry; without a name, all of them",
  flags: { json },
  positionals: [{ ...agentName, isOptional: true, isMultiple: true }],
  examples: [{ about: "Update everything that Parley installed", command: "parley agents update" }],
});

export const agentsRemoveUsage = defineUsage({
  name: "agents remove",
  summary: "Remove an agent that Parley installed, or one that was added by hand",
  flags: { json, yes },
  positionals: [agentName],
  examples: [{ about: "Remove Gemini CLI again", command: "parley agents remove gemini" }],
});

export const agentsAddUsage = defineUsage({
  name: "agents add",
  summary: "Give a program that speaks ACP a name of its own",
  takesCommand: true,
  flags: {
    title: { type: "string", value: "TEXT", summary: "What people read, instead of the name" },
    env: { type: "string", value: "NAME=VALUE", isMultiple: true, summary: "A variable of its environment" },
    json,
  },
  positionals: [{ name: "NAME" }],
  examples: [
    { about: "Call a program of yours mine", command: "parley agents add mine -- node ~/my-agent/main.js --acp" },
  ],
});
