// Builtins that evaluate their words a second time: `read 'a[$(rm x)]'` runs rm, quotes or not.
import type { Found, FoundCommand, FoundWord } from "./found.ts";

const DECLARES = new Set("declare export local readonly typeset".split(" "));
/** All of their words may be names of variables, and what they put into those comes from elsewhere. */
const FILLS = new Set("getopts mapfile read readarray wait".split(" "));
/** One of their options takes the name of a variable. */
const NAMING_OPTION: Readonly<Record<string, RegExp>> = { "[": /^-[vR]$/, test: /^-[vR]$/, printf: /^-v/ };
/** With `-C` they take a command. */
const CALLS_BACK = new Set("compgen complete mapfile readarray".split(" "));

/** Whether there may be a command in a word. Variables that it fills are noted on the way. */
export function evaluatesWords(found: Found, program: string, command: FoundCommand): boolean {
  const { args } = command;
  if (DECLARES.has(program)) return evaluatesDeclared(found, command);
  if (CALLS_BACK.has(program) && hasOption(args, "C")) return true;
  if (program === "alias") return args.some(({ text, isLiteral }) => !isLiteral || text.includes("="));
  // Another program by the same name, from now on.
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

/** Settings by which bash reads the lines that follow otherwise, or runs them elsewhere. */
const CHANGES_READING = /^(?:[-+][a-zA-Z]*[kH][a-zA-Z]*|histexpand|history|keyword|posix)$/;
/** Settings of which that is known to be not so. */
const HARMLESS = /^(?:-[pqsu]+|dotglob|failglob|globstar|inherit_errexit|nocaseglob|nocasematch|nullglob|xpg_echo)$/;

function changesReading(program: string, args: readonly FoundWord[]): boolean {
  // Another program by the same name, from now on.
  if (program === "hash" || program === "enable")
    return args.length > 0 && !args.every(({ text }) => /^-[lrant]+$/.test(text));
  if (program === "shopt") return !args.every(({ text, isLiteral }) => isLiteral && HARMLESS.test(text));
  const end = args.findIndex(({ text }) => text === "--");
  const options = end < 0 ? args : args.slice(0, end);
  return options.some(({ text, isLiteral }) => !isLiteral || CHANGES_READING.test(text));
}

/** Known, and no subscript with something to run in it. */
function isPlain({ text, isLiteral }: FoundWord): boolean {
  return isLiteral && !(text.includes("[") && hasSubstitution(text));
}

/** Numbers and references are evaluated on every assignment, and text that is to be an array once. */
function evaluatesDeclared(found: Found, { args, assignments }: FoundCommand): boolean {
  if (hasOption(args, "in")) return true;
  for (const { text } of args) if (/^\w+$/.test(text)) found.assign(text, undefined);
  if (hasOption(args, "aA") && !assignments.every(({ isArray }) => isArray)) return true;
  return args.some(({ text, isLiteral }) => isLiteral && hasSubstitution(text));
}

/** What is only known at run time may be an option, unless it begins with a name and a `=`. */
function hasOption(args: readonly FoundWord[], letters: string): boolean {
  return args.some(({ text, isLiteral }) => {
    if (!isLiteral) return !/^\w+\+?=/.test(text);
    return /^[-+]/.test(text) && Array.from(letters).some((letter) => text.includes(letter));
  });
}

function hasSubstitution(text: string): boolean {
  return text.includes("`") || /\$[({]/.test(text);
}
