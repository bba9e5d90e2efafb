// Whether a prompt is a slash command. A path is none, and what is not known for sure goes to the model.
import { findNearNames } from "@parley/base";
import type { SlashCommand } from "./command.ts";
import { NAME_CHARS_MAX } from "./limits.ts";

export interface FoundCommand {
  readonly command: SlashCommand;
  /** What follows the name, without the blanks around it. */
  readonly rest: string;
}

/** A word with a slash and nothing else, and no such command. */
export interface UnknownCommand {
  readonly unknown: string;
  /** Names that are close to it, the closest first. */
  readonly suggestions: readonly string[];
}

/** Letters, digits and what joins words. A second slash makes it a path, and no command that was mistyped. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_:.-]*$/u;

/** `text`: the first text block of the prompt. Undefined: it is for the model. */
export function parseCommand(
  text: string,
  commands: readonly SlashCommand[],
): FoundCommand | UnknownCommand | undefined {
  const [head, name] = /^\s*\/(\S+)/.exec(text) ?? [];
  if (head === undefined || name === undefined) return undefined;
  const rest = text.slice(head.length).trim();
  const command = findCommand(name, commands);
  if (command !== undefined) return { command, rest };
  if (rest !== "" || !isCommandName(name)) return undefined;
  const names = commands.map((known) => known.name);
  return { unknown: name, suggestions: findNearNames(name, names) };
}

export function isCommandName(name: string): boolean {
  return name.length <= NAME_CHARS_MAX && NAME.test(name);
}

/** Upper and lower case matter only where they tell two commands apart. */
export function findCommand(name: string, commands: readonly SlashCommand[]): SlashCommand | undefined {
  const lower = name.toLowerCase();
  return (
    commands.find((command) => command.name === name) ??
    commands.find((command) => command.name.toLowerCase() === lower)
  );
}

/** What is said to somebody who typed it. */
export function describeUnknown({ unknown, suggestions }: UnknownCommand): string {
  const hints = suggestions.map((name) => `\`/${name}\``).join(", ");
  const meant = hints === "" ? "" : ` Did you mean ${hints}?`;
  return `There is no command \`/${unknown}\`.${meant} \`/help\` lists them all.`;
}
