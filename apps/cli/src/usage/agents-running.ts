// Flags and arguments of the commands of `parley agents` that are about running agents.
import { defineUsage } from "../arguments/usage.ts";
import { serverFlags } from "./server-flags.ts";

const json = { type: "boolean", summary: "As JSON" } as const;
const positionals = [{ name: "NAME", completes: "agent" }] as const;
const flags = { json, ...serverFlags } as const;

export const agentsSignInUsage = defineUsage({
  name: "agents sign-in",
  summary: "Sign in to an agent without a session",
  details: `If the agent has a login program, it runs in this terminal. Variables that a method needs, such as a key, are read from
this command's environment; the server keeps them in memory. Sign-in pages and codes are printed.`,
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
  examples: [{ about: "Restart goose after changing its settings", command: "parley agents restart goose" }],
});

export const agentsLogUsage = defineUsage({
  name: "agents log",
  summary: "Show the end of an agent's stderr on the server",
  flags,
  positionals,
  examples: [{ about: "Look for errors from goose", command: "parley agents log goose" }],
});

export const agentsTrafficUsage = defineUsage({
  name: "agents traffic",
  summary: "Print the latest messages exchanged with an agent on the server, without secrets, for parley trace",
  flags: {
    limit: {
      type: "number",
      value: "COUNT",
      short: "n",
      min: 1,
      default: "500",
      summary: "Maximum number of messages",
    },
    ...serverFlags,
  },
  positionals,
  examples: [
    {
      about: "Show the messages between goose and the server",
      command: "parley agents traffic goose | parley trace show -",
    },
  ],
});
