// What the commands of `parley queue` take.
import { defineUsage } from "../arguments/usage.ts";
import { serverFlags } from "./server-flags.ts";

const flags = { json: { type: "boolean", summary: "As JSON" }, ...serverFlags } as const;
const sessionId = { name: "SESSION", completes: "session" } as const;
const number = { name: "NUMBER" } as const;
const ABOUT = "SESSION is an id or its beginning, a name, or latest. NUMBER is the one that parley queue list shows.";

export const queueListUsage = defineUsage({
  name: "queue list",
  summary: "List the prompts of a session that wait for its running turn",
  details: "SESSION is an id or its beginning, a name, or latest (default: latest).",
  flags,
  positionals: [{ ...sessionId, isOptional: true }],
  examples: [{ about: "What waits in the most recent session", command: "parley queue" }],
});

export const queueEditUsage = defineUsage({
  name: "queue edit",
  summary: "Replace the text of a prompt that waits; what is attached stays",
  details: ABOUT,
  flags,
  positionals: [sessionId, number, { name: "TEXT", isMultiple: true }],
  examples: [{ about: "Change the first prompt", command: 'parley queue edit latest 1 "Fix the tests first"' }],
});

export const queueMoveUsage = defineUsage({
  name: "queue move",
  summary: "Move a prompt that waits to another place",
  details: ABOUT,
  flags,
  positionals: [sessionId, number, { name: "PLACE" }],
  examples: [{ about: "Run the third prompt next", command: "parley queue move latest 3 1" }],
});

export const queueSendUsage = defineUsage({
  name: "queue send",
  summary: "Cancel the running turn and run a prompt that waits at once",
  details: ABOUT,
  flags,
  positionals: [sessionId, number],
  examples: [{ about: "Steer the agent with the first prompt", command: "parley queue send latest 1" }],
});

export const queueWithdrawUsage = defineUsage({
  name: "queue withdraw",
  summary: "Withdraw a prompt that waits",
  details: ABOUT,
  flags,
  positionals: [sessionId, number],
  examples: [{ about: "Forget the second prompt", command: "parley queue withdraw latest 2" }],
});
