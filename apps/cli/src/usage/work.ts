// What the commands of `parley questions` and `parley turns` take.
import { defineUsage } from "../arguments/usage.ts";
import { serverFlags } from "./server-flags.ts";

const json = { type: "boolean", summary: "As JSON" } as const;
const session = {
  type: "string",
  value: "ID",
  completes: "session",
  summary: "Only of the session with this id",
} as const;

export const questionsListUsage = defineUsage({
  name: "questions list",
  summary: "List the questions of agents that wait for an answer",
  flags: { ...serverFlags, session, all: { type: "boolean", summary: "Answered and expired questions, too" }, json },
  positionals: [],
  examples: [{ about: "What do agents wait for?", command: "parley questions" }],
});

export const questionsAnswerUsage = defineUsage({
  name: "questions answer",
  summary: "Answer a question of an agent",
  details: `ID is the question's id or its beginning. ANSWER is the number or the id of one of the options that parley questions list shows, or
allow, always, deny, never. For a form it is accept (with --set), decline or cancel. The first answer counts, from any client.`,
  flags: {
    ...serverFlags,
    reason: { type: "string", value: "TEXT", summary: "What the agent should do instead, or why" },
    set: {
      type: "string",
      value: "NAME=VALUE",
      isMultiple: true,
      summary: "Value of a form's field; JSON, or text as it is",
    },
    json,
  },
  positionals: [{ name: "ID" }, { name: "ANSWER" }],
  examples: [
    { about: "Allow it this once", command: "parley questions answer 0193 allow" },
    { about: "No, and say what to do instead", command: 'parley questions answer 0193 deny --reason "Use npm test"' },
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
      summary: "Only in this state",
    },
    limit: { type: "number", value: "N", min: 1, summary: "Number of turns (default: 20)" },
    json,
  },
  positionals: [],
  examples: [
    { about: "The latest turns", command: "parley turns" },
    { about: "What is running now", command: "parley turns list --state in_progress" },
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
