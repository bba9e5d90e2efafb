// `parley questions answer`: answers a question from any terminal.
import { ParleyError, revealLine } from "@parley/base";
import type { NativeInteraction } from "@parley/contract";
import type { Arguments } from "../../arguments/usage.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import { findById, openWork } from "../../hub/open-work.ts";
import { serverNeeded } from "../../server/server-needed.ts";

import type { questionsAnswerUsage } from "../../usage/work.ts";

type AnswerArguments = Arguments<typeof questionsAnswerUsage>;

/** The API's names for the kinds of options. */
const ACTIONS: Readonly<Record<string, string>> = {
  allow: "allow_once",
  always: "always_allow",
  deny: "deny_once",
  never: "always_deny",
  cancel: "cancel",
};

export const run: Run<typeof questionsAnswerUsage> = async ({ flags, positionals }, context) => {
  const [id = "", answer = ""] = positionals;
  await using work = await openWork(flags, context);
  if (work.api === undefined) throw serverNeeded("Questions are answered through a server");
  const question = findById(await work.questions({ isOpen: true }), id, "question");
  const body = { ...toAnswer(question, answer, flags), ...(flags.reason !== undefined && { reason: flags.reason }) };
  const answered = await work.api.request("POST", `/interactions/${question.id}`, { body });
  if (flags.json) printJson(answered);
  else printNotice(`Answered: ${describeAnswer(question, body)}`);
  return ExitCodes.endTurn;
};

function toAnswer(
  question: NativeInteraction,
  answer: string,
  { set }: AnswerArguments["flags"],
): Record<string, unknown> {
  if (question.kind === "elicitation") return toFormAnswer(answer, set);
  if (set.length > 0) throw wrong("--set is for forms, and this question has options");
  const options = question.options ?? [];
  const option = options.find(({ optionId }) => optionId === answer) ?? options[Number(answer) - 1];
  if (option !== undefined) return { option_id: option.optionId };
  const action = ACTIONS[answer];
  if (action !== undefined) return { action };
  const names = options.map(({ name }, index) => `${index + 1} (${revealLine(name)})`);
  throw wrong(
    `${JSON.stringify(answer)} is not an answer to this question. Answers: ${[...names, ...Object.keys(ACTIONS)].join(", ")}`,
  );
}

function toFormAnswer(action: string, set: readonly string[]): Record<string, unknown> {
  if (!["accept", "decline", "cancel"].includes(action)) {
    throw wrong(`${JSON.stringify(action)} is not an answer to a form. Answers: accept, decline, cancel`);
  }
  if (action !== "accept") return { action };
  return { action, content: Object.fromEntries(set.map(toField)) };
}

function toField(text: string): readonly [string, unknown] {
  const at = text.indexOf("=");
  if (at < 1) throw wrong(`--set is ${JSON.stringify(text)}; expected NAME=VALUE`);
  return [text.slice(0, at), toValue(text.slice(at + 1))];
}

/** `3`, `true` and `["a"]` are parsed as JSON; anything else is text. */
function toValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function describeAnswer({ options = [] }: NativeInteraction, body: Record<string, unknown>): string {
  const option = options.find(({ optionId }) => optionId === body["option_id"]);
  return revealLine(option?.name ?? String(body["action"]).replaceAll("_", " "));
}

function wrong(message: string): ParleyError {
  return new ParleyError({ code: "usage", message });
}
