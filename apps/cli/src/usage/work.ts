// Flags and arguments of the commands of `parley questions` and `parley turns`.
import { defineUsage } from "../arguments/usage.ts";
import { serverFlags } from "./server-flags.ts";

const json = { type: "boolean", summary: "As JSON" } as const;
const session = {
  type: "string",
  value: "ID",
  completes: "session",
  summary: "Only those of the session with this id",
} as const;

export const questionsListUsage = defineUsage({
  name: "questions list",
  summary: "List the questions that agents are waiting on",
  flags: { ...serverFlags, session, all: { type: "boolean", summary: "Include answered and expired questions" }, json },
  positionals: [],
  examples: [{ about: "See what agents are waiting for", command: "parley questions" }],
});

export const questionsAnswerUsage = defineUsage({
  name: "questions answer",
  summary: "Answer an agent's question",
  details: `ID is the question's id or its beginning. ANSWER is the number or id of an option shown by parley questions list, or
allow, always, deny, never. For a form, it is accept (with --set), decline or cancel. The first answer from any client counts.`,
  flags: {
    ...serverFlags,
    reason: { type: "string", value: "TEXT", summary: "What the agent should do instead, or why" },
    set: {
      type: "string",
      value: "NAME=VALUE",
      isMultiple: true,
      summary: "Value of a form field, as JSON or plain text",
    },
    json,
  },
  positionals: [{ name: "ID" }, { name: "ANSWER" }],
  examples: [
    { about: "Allow it once", command: "parley questions answer 0193 allow" },
    {
      about: "Deny it and say what to do instead",
      command: 'parley questions answer 0193 deny --reason "Use npm test"',
    },
    { about: "Fill in a form", command: "parley questions answer 0193 accept --set name=parley" },
  ],
});

export const turnsListUsage = defineUsage({
  name: "turns list",
  summary: "List turns: running, waiting and recently ended",
  flags: {
    ...serverFlags,
    session,
    state: {
      type: "string",
      value: "STATE",
      choices: ["created", "in_progress", "awaiting", "cancelling", "completed", "failed", "cancelled"],
      summary: "Only turns in this state",
    },
    limit: { type: "number", value: "N", min: 1, default: "20", summary: "Maximum number of results" },
    json,
  },
  positionals: [],
  examples: [
    { about: "Show the latest turns", command: "parley turns" },
    { about: "Show what is running now", command: "parley turns list --state in_progress" },
  ],
});

export const turnsCancelUsage = defineUsage({
  name: "turns cancel",
  summary: "Cancel a turn",
  details: "ID is the turn's id or its beginning.",
  flags: { ...serverFlags, json },
  positionals: [{ name: "ID" }],
  examples: [{ about: "Stop a turn that another window started", command: "parley turns cancel 0193" }],
});
