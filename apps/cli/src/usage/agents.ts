// Flags and arguments of the commands of `parley agents`.
import { defineUsage } from "../arguments/usage.ts";
import { serverFlags } from "./server-flags.ts";

const json = { type: "boolean", summary: "As JSON" } as const;
const yes = { type: "boolean", short: "y", summary: "Do not ask for confirmation" } as const;
const agentName = { name: "NAME", completes: "agent" } as const;

export const agentsListUsage = defineUsage({
  name: "agents list",
  summary: "List installed and available agents",
  flags: {
    all: { type: "boolean", summary: "Include registry agents that are not installed" },
    json,
    ...serverFlags,
  },
  positionals: [],
  examples: [
    { about: "List installed agents", command: "parley agents" },
    { about: "List all known agents", command: "parley agents list --all" },
  ],
});

export const agentsShowUsage = defineUsage({
  name: "agents show",
  summary: "Show an agent: where it is, how it starts, what is missing, what it can access in a sandbox",
  flags: { json },
  positionals: [agentName],
  examples: [{ about: "Show where goose was found", command: "parley agents show goose" }],
});

export const agentsInstallUsage = defineUsage({
  name: "agents install",
  summary: "Install an agent from the registry",
  flags: {
    kind: {
      type: "string",
      value: "KIND",
      choices: ["binary", "npx", "uvx"],
      default: "the most verifiable one",
      summary: "Distribution to install",
    },
    "ignore-scripts": { type: "boolean", summary: "Skip npm install scripts" },
    json,
  },
  positionals: [agentName],
  examples: [{ about: "Install Gemini CLI", command: "parley agents install gemini" }],
});

export const agentsUpdateUsage = defineUsage({
  name: "agents update",
  summary: "Update installed agents to the registry's version (default: all)",
  flags: { json },
  positionals: [{ ...agentName, isOptional: true, isMultiple: true }],
  examples: [{ about: "Update every agent that Parley installed", command: "parley agents update" }],
});

export const agentsRemoveUsage = defineUsage({
  name: "agents remove",
  summary: "Remove an agent that Parley installed or you added",
  flags: { json, yes },
  positionals: [agentName],
  examples: [{ about: "Remove Gemini CLI", command: "parley agents remove gemini" }],
});

export const agentsAddUsage = defineUsage({
  name: "agents add",
  summary: "Register an ACP agent under a name",
  takesCommand: "required",
  flags: {
    title: { type: "string", value: "TEXT", summary: "Display name" },
    env: { type: "string", value: "NAME=VALUE", isMultiple: true, summary: "Environment variable for the agent" },
    json,
  },
  positionals: [{ name: "NAME" }],
  examples: [
    {
      about: 'Register your own program as "mine"',
      command: "parley agents add mine -- node ~/my-agent/main.js --acp",
    },
  ],
});

export const agentsSessionsUsage = defineUsage({
  name: "agents sessions",
  summary: "List an agent's own sessions, including those started without Parley",
  details: "Open one with its history: parley chat --agent NAME --resume ID, where ID is the agent's session id.",
  flags: {
    here: { type: "boolean", summary: "Only sessions of this folder" },
    json,
    ...serverFlags,
  },
  positionals: [agentName],
  examples: [
    { about: "List the sessions of goose", command: "parley agents sessions goose" },
    { about: "Continue one of them", command: "parley chat --agent goose --resume 20261116_3" },
  ],
});
