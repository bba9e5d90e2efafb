// Asks the agent's questions in plain lines, for a run in a terminal.
import { neutralise, neutralLine, reveal, revealLine } from "@parley/base";
import {
  isUnknown,
  type CreateElicitationResponse,
  type ElicitationPropertySchema,
  type UnknownVariant,
} from "@parley/acp";
import type { Ask, ElicitationQuestion, PermissionQuestion, PermissionReply } from "@parley/client";
import type { TerminalLines } from "../questions/terminal-lines.ts";
import { describeQuestion, summarizeToolCall } from "../questions/summarize-tool-call.ts";

type Response = Exclude<CreateElicitationResponse, UnknownVariant>;
type Value = string | number | boolean | string[];

/** `settle` ends a line that is still open on stdout. */
export function askInLines(terminal: TerminalLines, cwd: string, settle: () => void): Ask {
  // Concurrent questions would read each other's answers.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Answer>(put: () => Promise<Answer>): Promise<Answer> => {
    const answer = last.then(put);
    last = answer.catch(() => undefined); // The caller gets the error; the next question must still be asked.
    return answer;
  };
  return {
    permission: (question, signal) =>
      inTurn(() => {
        settle();
        return askPermission(terminal, question, cwd, signal);
      }),
    elicitation: (question, signal) =>
      inTurn(() => {
        settle();
        return askElicitation(terminal, question, signal);
      }),
  };
}

async function askPermission(
  terminal: TerminalLines,
  { agentName, toolCall, options, decision }: PermissionQuestion,
  cwd: string,
  signal: AbortSignal,
): Promise<PermissionReply> {
  terminal.say(`\n${neutralLine(agentName)} wants to: ${reveal(summarizeToolCall(toolCall, cwd))}`);
  for (const line of describeQuestion(toolCall, cwd)) terminal.say(`  ${revealLine(line)}`);
  if (decision.reason !== "") terminal.say(`  ${reveal(decision.reason)}`);
  if (decision.danger !== undefined) terminal.say(`  Careful: ${reveal(decision.danger.sentence)}`);
  terminal.say(options.map(({ name }, index) => `  ${index + 1}  ${revealLine(name)}`).join("\n"));
  for (;;) {
    const answer = await terminal.ask(`Your answer? [1-${options.length}] `, signal);
    if (answer === undefined) return { outcome: { outcome: "cancelled" } };
    const chosen = options[Number(answer.trim()) - 1];
    if (chosen !== undefined) return { outcome: { outcome: "selected", optionId: chosen.optionId } };
    terminal.say("Type the number of one of the answers above.");
  }
}

async function askElicitation(
  terminal: TerminalLines,
  { agentName, request }: ElicitationQuestion,
  signal: AbortSignal,
): Promise<Response> {
  if (isUnknown(request)) return { action: "decline" };
  terminal.say(`\n${neutralLine(agentName)} asks: ${neutralise(request.message)}`);
  if (request.mode === "url") return askToOpen(terminal, request.url, signal);
  const { properties = {}, required } = request.requestedSchema;
  const content: Record<string, Value> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const value = await askField(terminal, name, schema, required?.includes(name) ?? false, signal);
    if (value === undefined) return { action: "cancel" };
    if (value !== "skipped") content[name] = value.value;
  }
  return { action: "accept", content };
}

/** Parley opens no page without asking: the user sees the full address first. */
async function askToOpen(terminal: TerminalLines, url: string, signal: AbortSignal): Promise<Response> {
  terminal.say(`  ${reveal(url)}`);
  const answer = await terminal.ask("Open it, then press Enter; type no to decline. ", signal);
  if (answer === undefined) return { action: "cancel" };
  return { action: /^\s*n/i.test(answer) ? "decline" : "accept" };
}

/** Undefined if the input ended without an answer. */
async function askField(
  terminal: TerminalLines,
  name: string,
  schema: ElicitationPropertySchema,
  isRequired: boolean,
  signal: AbortSignal,
): Promise<{ value: Value } | "skipped" | undefined> {
  const label = neutralLine(isUnknown(schema) ? name : (schema.title ?? name));
  for (;;) {
    const answer = await terminal.ask(`${label}${isRequired ? "" : " (optional)"}: `, signal);
    if (answer === undefined) return undefined;
    if (answer === "" && !isRequired) return "skipped";
    const value = readValue(schema, answer);
    if (value !== undefined) return { value };
    terminal.say(`That is not a ${isUnknown(schema) ? "value" : schema.type}.`);
  }
}

function readValue(schema: ElicitationPropertySchema, answer: string): Value | undefined {
  if (isUnknown(schema)) return answer;
  switch (schema.type) {
    case "boolean":
      if (/^(y|yes|true|1)$/i.test(answer)) return true;
      return /^(n|no|false|0)$/i.test(answer) ? false : undefined;
    case "number":
    case "integer": {
      const number = Number(answer);
      const fits = schema.type === "number" ? Number.isFinite(number) : Number.isInteger(number);
      return answer.trim() !== "" && fits ? number : undefined;
    }
    case "string":
      return answer === "" ? undefined : answer;
    case "array":
      return answer.split(",").map((part) => part.trim());
  }
}
