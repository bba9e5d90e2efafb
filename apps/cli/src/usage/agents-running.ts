// What the commands of `parley agents` take that are about running agents.
import { defineUsage } from "../arguments/usage.ts";
import { serverFlags } from "./server-flags.ts";

const json = { type: "boolean", summary: "As JSON" } as const;
const positionals = [{ name: "NAME", completes: "agent" }] as const;
const flags = { json, ...serverFlags } as const;

export const agentsSignInUsage = defineUsage({
  name: "agents sign-in",
  summary: "Sign in to an agent without a session",
  details: `A login program of the agent runs in this terminal. Variables that a method needs, such as a key, are read from the
environment of this command; the server keeps them in memory. A page or a code that the agent gives is printed.`,
  flags: { method: { type: "string", value: "ID", summary: "Sign-in method, if there are several" }, ...flags },
  positionals,
  examples: [{ about: "Sign in to Gemini CLI", command: "parley agents sign-in gemini --method oauth-personal" }],
});

export const agentsSignOutUsage = defineUsage({
  name: "agents sign-out",
  summary: "Sign out of an agent, in all its processes",
  flags,
  positionals,
  examples: [{ about: "Sign out of Gemini CLI", command: "parley agents sign-out gemini" }],
});

export const agentsRestartUsage = defineUsage({
  name: "agents restart",
  summary: "Restart an agent on the server; its sessions continue",
  flags,
  positionals,
  examples: [{ about: "Restart goose after a change of its settings", command: "parley agents restart goose" }],
});

export const agentsLogUsage = defineUsage({
  name: "agents log",
  summary: "Show the end of what an agent on the server wrote to stderr",
  flags,
  positionals,
  examples: [{ about: "Look for an error of goose", command: "parley agents log goose" }],
});

export const agentsTrafficUsage = defineUsage({
  name: "agents traffic",
  summary: "Print the latest messages with an agent on the server, without secrets, for parley trace",
  flags: {
    limit: { type: "number", value: "COUNT", short: "n", min: 1, summary: "Maximum number of messages" },
    ...serverFlags,
  },
  positionals,
  examples: [
    { about: "Show what goose and the server said", command: "parley agents traffic goose | parley trace show -" },
  ],
});
