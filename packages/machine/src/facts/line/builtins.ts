// Builtins that evaluate their arguments a second time: `read 'a[$(rm x)]'` runs rm, quoted or not.
import type { Found, FoundCommand, FoundWord } from "./found.ts";

const DECLARES = new Set("declare export local readonly typeset".split(" "));
/** All of their arguments may be variable names, and the values come from elsewhere. */
const FILLS = new Set("getopts mapfile read readarray wait".split(" "));
/** One of their options takes a variable name. */
const NAMING_OPTION: Readonly<Record<string, RegExp>> = { "[": /^-[vR]$/, test: /^-[vR]$/, printf: /^-v/ };
/** With `-C` they take a command. */
const CALLS_BACK = new Set("compgen complete mapfile readarray".split(" "));

/** Whether an argument may contain a command. Variables that the builtin sets are recorded as well. */
export function evaluatesWords(found: Found, program: string, command: FoundCommand): boolean {
  const { args } = command;
  if (DECLARES.has(program)) return evaluatesDeclared(found, command);
  if (CALLS_BACK.has(program) && hasOption(args, "C")) return true;
  if (program === "alias") return args.some(({ text, isLiteral }) => !isLiteral || text.includes("="));
  // The name may mean another program from now on.
  if (program === "hash" || program === "enable")
    return args.length > 0 && !args.every(({ text }) => /^-[lrant]+$/.test(text));
  if (program === "shopt" || program === "set") return changesReading(program, args);
  if (program === "let") return !args.every(({ text, isLiteral }) => isLiteral && /^\w+=\d+$/.test(text));
  if (program === "unset") return !args.every(isPlain);
  if (FILLS.has(program)) {
    for (const name of ["REPLY", ...args.map(({ text }) => text)]) found.assign(name, undefined);
    return !args.every(isPlain);
  }
  const option = NAMING_OPTION[program];
  if (option === undefined || !args.some(({ text }) => option.test(text))) return false;
  for (const { text } of args) found.assign(text, undefined);
  return !args.every(isPlain);
}

/** Settings that change how bash reads the following lines, or where it runs them. */
const CHANGES_READING = /^(?:[-+][a-zA-Z]*[kH][a-zA-Z]*|histexpand|history|keyword|posix)$/;
/** Settings that are known not to do that. */
const HARMLESS = /^(?:-[pqsu]+|dotglob|failglob|globstar|inherit_errexit|nocaseglob|nocasematch|nullglob|xpg_echo)$/;

function changesReading(program: string, args: readonly FoundWord[]): boolean {
  // The name may mean another program from now on.
  if (program === "hash" || program === "enable")
    return args.length > 0 && !args.every(({ text }) => /^-[lrant]+$/.test(text));
  if (program === "shopt") return !args.every(({ text, isLiteral }) => isLiteral && HARMLESS.test(text));
  const end = args.findIndex(({ text }) => text === "--");
  const options = end < 0 ? args : args.slice(0, end);
  return options.some(({ text, isLiteral }) => !isLiteral || CHANGES_READING.test(text));
}

/** Known, and without a subscript that could run something. */
function isPlain({ text, isLiteral }: FoundWord): boolean {
  return isLiteral && !(text.includes("[") && hasSubstitution(text));
}

/** Integers and references are evaluated on every assignment, array text once. */
function evaluatesDeclared(found: Found, { args, assignments }: FoundCommand): boolean {
  if (hasOption(args, "in")) return true;
  for (const { text } of args) if (/^\w+$/.test(text)) found.assign(text, undefined);
  if (hasOption(args, "aA") && !assignments.every(({ isArray }) => isArray)) return true;
  return args.some(({ text, isLiteral }) => isLiteral && hasSubstitution(text));
}

/** An argument that is only known at run time may be an option, unless it begins with a name and a `=`. */
function hasOption(args: readonly FoundWord[], letters: string): boolean {
  return args.some(({ text, isLiteral }) => {
    if (!isLiteral) return !/^\w+\+?=/.test(text);
    return /^[-+]/.test(text) && Array.from(letters).some((letter) => text.includes(letter));
  });
}

function hasSubstitution(text: string): boolean {
  return text.includes("`") || /\$[({]/.test(text);
}
