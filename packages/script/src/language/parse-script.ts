// Parses text into steps. It never throws: every text has steps, and problems are steps as well.
import { asInvoked } from "@parley/base";
import { defaultScriptLimits, type ScriptLimits } from "../limits.ts";
import { LineArguments } from "./line-arguments.ts";
import type { ProblemStep, Step } from "./step.ts";
import type { Verb } from "./verb.ts";
import { verbs } from "./verbs.ts";

const playsAll = (): boolean => true;
const verbsByName: ReadonlyMap<string, Verb> = new Map(verbs.map((verb) => [verb.name, verb]));

/**
 * A line is a command if it starts with a lower-case verb, with or without a `/`, and the arguments fit. Text without
 * any command is prose. Otherwise it is a script: blank lines and lines that start with `#` are ignored, and every
 * other line that is not a command is a problem. `plays` excludes verbs that the player does not support.
 */
export function parseScript(
  text: string,
  limits: Partial<ScriptLimits> = {},
  plays: (verb: string) => boolean = playsAll,
): Step[] {
  return parseLines(text, { ...defaultScriptLimits, ...limits }, plays);
}

function parseLines(text: string, limits: ScriptLimits, plays: (verb: string) => boolean): Step[] {
  const steps: Step[] = [];
  const problems: ProblemStep[] = [];
  const addProblem = (line: number, message: string, isNearMiss: boolean): void => {
    const problem: ProblemStep = { kind: "problem", line, message };
    steps.push(problem);
    if (isNearMiss) problems.push(problem);
  };
  let isScript = false;
  let number = 0;
  for (const line of splitLines(text)) {
    number += 1;
    if (number > limits.linesMax) {
      addProblem(number, `a script has ${limits.linesMax} lines at most`, false);
      break;
    }
    if (line === "" || line.startsWith("#")) continue;
    const parsed = parseLine(line, limits, plays);
    if (parsed.kind === "no_command") addProblem(number, parsed.message, parsed.isNearMiss);
    else {
      isScript = true;
      if (parsed.kind === "macro") steps.push(...parseScript(parsed.script));
      else steps.push(parsed);
    }
  }
  return isScript ? steps : [{ kind: "prose", text, problems }];
}

/** Splits lazily, so that a text of a million lines costs only the lines that are read. */
function* splitLines(text: string): Generator<string> {
  let start = 0;
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) {
    yield text.slice(start, index).trimStart();
    start = index + end.length;
  }
  yield text.slice(start).trimStart();
}

interface NoCommand {
  readonly kind: "no_command";
  readonly message: string;
  /** The line starts with a verb, so it may be meant as a command. */
  readonly isNearMiss: boolean;
}

type ParsedLine = Exclude<ReturnType<Verb["parse"]>, { kind: "mistake" } | undefined> | NoCommand;

function parseLine(line: string, limits: ScriptLimits, plays: (verb: string) => boolean): ParsedLine {
  const [taken, name = ""] = /^\/?(\S*)/.exec(line) ?? [""];
  const verb = verbsByName.get(name);
  if (verb === undefined) return { kind: "no_command", message: "expected a command, see `help`", isNearMiss: false };
  if (!plays(name)) {
    const message = `\`${name}\` is a command of the scripted agent only (\`${asInvoked("parley chat --agent script")}\`)`;
    return { kind: "no_command", message, isNearMiss: true };
  }
  const parsed = verb.parse(new LineArguments(line.slice(taken.length)), limits);
  if (parsed !== undefined && parsed.kind !== "mistake") return parsed;
  const why = parsed === undefined ? "" : `: ${parsed.message}`;
  return { kind: "no_command", message: `expected \`${verb.usage}\`${why}`, isNearMiss: true };
}
