// The spellings under which rules and tables know a simple command.
import type { CommandFacts, SimpleCommand, Word } from "../facts.ts";
import { findRoot, isAbsolute, resolvePath, toSegments } from "../path-text.ts";
import type { CommandWords } from "../rules/command-rules.ts";
import { hasPlace, toBaseName, toProgramName, toSystemName } from "../rules/program-name.ts";
import { markRunTimeWord } from "../shell-words.ts";
import { dropLeadingOptions } from "./options.ts";

export interface Spelling {
  /** The bare name in lower case, for the tables. */
  readonly name: string;
  readonly texts: readonly string[];
  readonly words: CommandWords;
  /** Whether it is the system's program and not one at another path. */
  readonly isSystem: boolean;
}

export function toCommandName({ program }: SimpleCommand): string {
  return program === undefined ? "" : toProgramName(toBaseName(program.text));
}

/** `folder`: where the command runs, if known, because a relative path names different programs in different folders. */
export function spell(
  program: Word,
  { args }: SimpleCommand,
  folder: string | undefined,
  facts: CommandFacts,
): Spelling {
  const texts = args.map(({ text }) => text);
  const systemName = toSystemName(program.text);
  const name = toProgramName(toBaseName(program.text));
  const place = systemName ?? toPlace(program, folder, facts);
  const isFolded = facts.platform.isCaseInsensitive || facts.platform.style === "windows";
  const strict = args.map(({ text, isLiteral }) => (isLiteral ? text : markRunTimeWord(text)));
  const rest = dropLeadingOptions(name, texts);
  const loose = [[name, ...texts]];
  if (rest !== texts) loose.push([name, ...rest]);
  if (systemName === undefined) loose.push([toProgramName(place), ...texts]);
  const words = { strict: [isFolded ? toProgramName(place) : place, ...strict], loose, isFolded };
  return { name, texts, words, isSystem: systemName !== undefined };
}

/** A program in the workspace is spelled `./bin/x`; others are unchanged. */
function toPlace(program: Word, folder: string | undefined, facts: CommandFacts): string {
  if (folder === undefined && !isAbsolute(program.text, facts.platform)) return markRunTimeWord(program.text);
  const real = program.real ?? resolvePath(folder ?? facts.cwd, program.text, facts.platform);
  const root = findRoot(real, facts);
  if (root !== facts.workspace) return hasPlace(real) ? real.replaceAll("\\", "/") : real;
  return `./${toSegments(root, real, facts.platform).join("/")}`;
}
