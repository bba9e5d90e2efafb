// Reads the script that a prompt carries, whatever the agent put around it.
import { BadRequest } from "../bad-request.ts";
import { SCRIPT_LINES_MAX } from "../limits.ts";
import type { Instruction, Step } from "./instruction.ts";
import { verbs } from "./verbs.ts";

/** Anywhere in a line: an agent may open a tag or a quotation before the prompt. */
const MARKER = /\bstub: ([a-z_]+)(.*)$/;
const SEPARATOR = "then";
const END = "end";

/** Text or a failure that comes after a call can only be the next answer. */
const OPENS_STEP: ReadonlySet<Instruction["type"]> = new Set(["think", "say", "echo", "slow", "status"]);

/** A prompt that makes the stub do this; each line is an instruction, without its marker. */
export function stubScript(...lines: readonly string[]): string {
  // The last line keeps whatever an agent puts after the prompt out of the one before it.
  return [...lines, END].map((line) => `stub: ${line}`).join("\n");
}

export function hasScript(text: string): boolean {
  return text.split("\n").some((line) => MARKER.test(line.trimEnd()));
}

/** Throws a BadRequest that names the line. */
export function parseScript(text: string): readonly Step[] {
  const steps: Instruction[][] = [[]];
  let count = 0;
  for (const line of lastScript(text)) {
    const [, verb, rest = ""] = MARKER.exec(line) ?? [];
    if (verb === undefined) continue;
    count += 1;
    if (count > SCRIPT_LINES_MAX) throw new BadRequest(`stub: a script has at most ${SCRIPT_LINES_MAX} lines`);
    if (verb === SEPARATOR) {
      steps.push([]);
      continue;
    }
    const instruction = toInstruction(verb, rest);
    const step = steps.at(-1) ?? [];
    if (OPENS_STEP.has(instruction.type) && step.some(isCall)) steps.push([instruction]);
    else step.push(instruction);
  }
  return steps.filter((step) => step.length > 0);
}

/** Up to its end, if it has one. An agent may put a prompt that was cancelled into one message with the next. */
function lastScript(text: string): readonly string[] {
  const lines = text.split("\n").map((line) => line.trimEnd());
  const end = lines.findLastIndex(isEnd);
  if (end === -1) return lines;
  return lines.slice(lines.slice(0, end).findLastIndex(isEnd) + 1, end);
}

function isEnd(line: string): boolean {
  return MARKER.exec(line)?.[1] === END;
}

function toInstruction(verb: string, rest: string): Instruction {
  const read = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (read === undefined) {
    throw new BadRequest(`stub: unknown verb ${JSON.stringify(verb)}; available: ${Object.keys(verbs).join(", ")}`);
  }
  return read(rest.trimStart());
}

function isCall({ type }: Instruction): boolean {
  return type === "call" || type === "intent";
}
