// A line read without a disk, and what was found in it as text that a person can compare.
import { START } from "../line/folders.ts";
import { Found, type FoundCommand, type FoundWord } from "../line/found.ts";
import { readLine } from "../line/read-line.ts";
import type { Dialect } from "../line/reader.ts";

export function read(line: string, dialect: Dialect = "bash"): Found {
  const found = new Found();
  readLine(found, line, { via: [], folder: START }, dialect);
  if (found.variables.isDoubtful) found.isUnparsed = true;
  return found;
}

/** `and.pipe: A=1 program word ‹$word› >file`, with a `+` in front if it wraps the next one. */
export function describeCommand(command: FoundCommand): string {
  const { program, args, assignments, redirects, via, isWrapper } = command;
  const signs = { read: "<", write: ">", append: ">>" };
  const words = [
    ...assignments.map(({ name, value }) => `${name}=${describeWord(value)}`),
    ...(program === undefined ? [] : [program, ...args].map(describeWord)),
    ...redirects.map(({ mode, target }) => signs[mode] + describeWord(target)),
  ];
  const place = via.length === 0 ? "" : `${via.join(".")}: `;
  return (isWrapper ? "+" : "") + place + words.join(" ");
}

/** Words with blanks in them are shown between bars, words that are only known at run time between angles. */
function describeWord({ text, isLiteral }: FoundWord): string {
  if (!isLiteral) return `‹${text}›`;
  return text === "" || /\s/.test(text) ? `|${text}|` : text;
}

/** Programs that run what is in their words, or what they read. */
const RUNNERS = /^(?:\.|bash|builtin|command|env|eval|exec|nice|nohup|sh|source|timeout|trap|xargs)$/;

/** Those of `runs` that a person would not learn of from what was found: the name of a program and its words. */
export function findMissed(found: Found, runs: readonly (readonly string[])[]): (readonly string[])[] {
  if (found.isUnparsed) return [];
  return runs.filter((run) => !found.commands.some((command) => isSameRun(command, run) || isOpen(command)));
}

/** A word that is only known at run time may become several. */
function isSameRun({ program, args, via }: FoundCommand, [name, ...words]: readonly string[]): boolean {
  if (program?.isLiteral !== true || program.text.replace(/^.*\//s, "") !== name) return false;
  const open = args.findIndex(({ isLiteral }) => !isLiteral);
  const isOpenEnd = open >= 0 || via.includes("xargs") || via.includes("find");
  const known = open < 0 ? args : args.slice(0, open);
  if (!isOpenEnd && words.length !== known.length) return false;
  return known.every(({ text }, index) => text === words[index]);
}

/** Policy knows that anything may run: the program is not known, or what it runs is not. */
function isOpen({ program, args, isWrapper }: FoundCommand): boolean {
  if (program === undefined || !program.isLiteral) return program !== undefined;
  const isLooking = program.text === "command" && /^-[vV]/.test(args[0]?.text ?? "");
  return !isWrapper && !isLooking && RUNNERS.test(program.text.replace(/^.*\//s, ""));
}
