// Flags and arguments of the commands of `parley queue`.
import { defineUsage } from "../arguments/usage.ts";
import { serverFlags } from "./server-flags.ts";

const flags = { json: { type: "boolean", summary: "As JSON" }, ...serverFlags } as const;
const sessionId = { name: "SESSION", completes: "session" } as const;
const number = { name: "NUMBER" } as const;
const ABOUT =
  "SESSION is an id or its beginning, a name, or latest. NUMBER is the prompt's number in parley queue list.";

export const queueListUsage = defineUsage({
  name: "queue list",
  summary: "List the prompts queued behind a session's running turn",
  details: "SESSION is an id or its beginning, a name, or latest (default: latest).",
  flags,
  positionals: [{ ...sessionId, isOptional: true }],
  examples: [{ about: "Show the most recent session's queue", command: "parley queue" }],
});

export const queueEditUsage = defineUsage({
  name: "queue edit",
  summary: "Replace the text of a queued prompt; attachments stay",
  details: ABOUT,
  flags,
  positionals: [sessionId, number, { name: "TEXT", isMultiple: true }],
  examples: [{ about: "Change the first prompt", command: 'parley queue edit latest 1 "Fix the tests first"' }],
});

export const queueMoveUsage = defineUsage({
  name: "queue move",
  summary: "Move a queued prompt to another position",
  details: ABOUT,
  flags,
  positionals: [sessionId, number, { name: "PLACE" }],
  examples: [{ about: "Run the third prompt next", command: "parley queue move latest 3 1" }],
});

export const queueSendUsage = defineUsage({
  name: "queue send",
  summary: "Cancel the running turn and run a queued prompt now",
  details: ABOUT,
  flags,
  positionals: [sessionId, number],
  examples: [{ about: "Steer the agent with the first prompt", command: "parley queue send latest 1" }],
});

export const queueWithdrawUsage = defineUsage({
  name: "queue withdraw",
  summary: "Remove a prompt from the queue",
  details: ABOUT,
  flags,
  positionals: [sessionId, number],
  examples: [{ about: "Remove the second prompt", command: "parley queue withdraw latest 2" }],
});
