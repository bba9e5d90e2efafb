// Statements in execution order, and the folder that each one starts in.
import type { AndOr, CommandNode, Pipeline, PipelineNode, Statement } from "unbash";
import { readCommand, readRedirectsOnly } from "./commands.ts";
import * as compound from "./compound.ts";
import { settle, stay, type Outcome } from "./folders.ts";
import { inside, toLiteral, type Place } from "./found.ts";
import type { Reader } from "./reader.ts";
import { readArithmeticCommand, readCountingLoop } from "./arithmetic.ts";
import { readTest } from "./tests.ts";

export function readStatements(reader: Reader, statements: readonly Statement[], place: Place): Outcome {
  let outcome = stay(place.folder);
  for (const [index, { command, background }] of statements.entries()) {
    const { via } = index === 0 ? place : inside(place, "sequence");
    const here = { via, folder: settle(outcome) };
    if (background === true) readRow(reader, command, inside(here, "background"));
    else outcome = readRow(reader, command, here);
  }
  return outcome;
}

/** `&&` and `||` associate to the left. */
function readRow(reader: Reader, node: AndOr | PipelineNode, place: Place): Outcome {
  if (node.type !== "AndOr") return readPipeline(reader, node, place);
  let outcome = stay(place.folder);
  for (const [index, part] of node.commands.entries()) {
    const operator = node.operators[index - 1];
    if (operator === "&&") {
      const next = readPipeline(reader, part, inside({ ...place, folder: outcome.success }, "and"));
      outcome = { success: next.success, failure: settle({ success: outcome.failure, failure: next.failure }) };
    } else if (operator === "||") {
      const next = readPipeline(reader, part, inside({ ...place, folder: outcome.failure }, "or"));
      outcome = { success: settle({ success: outcome.success, failure: next.success }), failure: next.failure };
    } else outcome = readPipeline(reader, part, place);
  }
  return outcome;
}

/** Each part of a pipe is a separate process. */
function readPipeline(reader: Reader, node: PipelineNode, place: Place): Outcome {
  if (node.type !== "Pipeline") return readNode(reader, node, place);
  const here = readTimes(reader, node, place);
  const [first] = node.commands;
  if (node.commands.length > 1) {
    for (const command of node.commands) readNode(reader, command, inside(here, "pipe"));
    return stay(place.folder);
  }
  const { success, failure } = first === undefined ? stay(place.folder) : readNode(reader, first, here);
  const isNegated = node.prefixes.filter(({ type }) => type === "Negation").length % 2 === 1;
  return isNegated ? { success: failure, failure: success } : { success, failure };
}

/** `time` is a keyword before a pipe, but people think of it as a program that runs the others. */
function readTimes(reader: Reader, { prefixes, commands }: Pipeline, place: Place): Place {
  let here = place;
  for (const prefix of prefixes) {
    if (prefix.type !== "Time") continue;
    const command = reader.found.add(here, toLiteral("time"));
    if (prefix.posix !== undefined) command.args.push(toLiteral("-p"));
    command.isWrapper = commands.length > 0;
    here = inside(here, "wrapper");
  }
  return here;
}

function readNode(reader: Reader, node: CommandNode, place: Place): Outcome {
  return reader.deeper(() => readCommandNode(reader, node, place), stay(place.folder));
}

function readCommandNode(reader: Reader, node: CommandNode, place: Place): Outcome {
  switch (node.type) {
    case "Command":
      return readCommand(reader, node, place);
    case "Redirected":
      readRedirectsOnly(reader, node.redirects, place);
      return readNode(reader, node.command, place);
    case "If":
      return compound.readIf(reader, node, place);
    case "For":
    case "Select":
      return compound.readFor(reader, node, place);
    case "While":
      return compound.readWhile(reader, node, place);
    case "Case":
      return compound.readCase(reader, node, place);
    case "Subshell":
      reader.statements(node.body.commands, inside(place, "subshell"));
      return stay(place.folder);
    case "BraceGroup":
      return reader.statements(node.body.commands, inside(place, "group"));
    case "Function":
      return compound.readFunction(reader, node, place, readNode);
    case "Coproc":
      return compound.readCoprocess(reader, node, place, readNode);
    case "TestCommand":
      readTest(reader, node.expression, place);
      return stay(place.folder);
    case "ArithmeticCommand":
      readArithmeticCommand(reader, node, place);
      return stay(place.folder);
    case "ArithmeticFor":
      readCountingLoop(reader, node, place);
      return compound.repeat(reader, place, (here) => settle(reader.statements(node.body.commands, here)));
  }
}
