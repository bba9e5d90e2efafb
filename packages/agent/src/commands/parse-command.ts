// Recognises slash commands. Paths are not commands, and anything ambiguous is sent to the model.
import { findNearNames } from "@parley/base";
import type { SlashCommand } from "./command.ts";
import { COMMAND_NAME_CHARS_MAX } from "../limits.ts";

export interface FoundCommand {
  readonly command: SlashCommand;
  /** The arguments, trimmed. */
  readonly rest: string;
}

/** A single word with a slash that is not a known command. */
export interface UnknownCommand {
  readonly unknown: string;
  /** Similar names, closest first. */
  readonly suggestions: readonly string[];
}

/** Letters, digits and connectors. A second slash makes it a path. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_:.-]*$/u;

/** `text`: the first text block of the prompt. Undefined if the prompt is for the model. */
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
  return name.length <= COMMAND_NAME_CHARS_MAX && NAME.test(name);
}

/** Case matters only to distinguish two commands. */
export function findCommand(name: string, commands: readonly SlashCommand[]): SlashCommand | undefined {
  const lower = name.toLowerCase();
  return (
    commands.find((command) => command.name === name) ??
    commands.find((command) => command.name.toLowerCase() === lower)
  );
}

/** The answer to an unknown command. */
export function describeUnknown({ unknown, suggestions }: UnknownCommand): string {
  const hints = suggestions.map((name) => `\`/${name}\``).join(", ");
  const meant = hints === "" ? "" : ` Did you mean ${hints}?`;
  return `Unknown command \`/${unknown}\`.${meant} \`/help\` lists them all.`;
}
