// /help: lists the commands.
import { inlineCode } from "../../text/markdown.ts";
import { findNearNames, toOneLine } from "@parley/base";
import { say } from "../answer.ts";
import type { SlashCommand } from "../command.ts";
import { COMMAND_DESCRIPTION_CHARS_MAX } from "../../limits.ts";
import { describeUnknown, findCommand } from "../parse-command.ts";

export const helpCommand: SlashCommand = {
  name: "help",
  description: "List the commands, or describe one of them",
  hint: "command",
  run: async (rest, { commands }) => {
    const name = rest.replace(/^\//, "");
    if (name === "") return say("**Commands**", list(commands), "Anything else is sent to the model.");
    const command = findCommand(name, commands);
    if (command !== undefined) return say(describe(command, Number.POSITIVE_INFINITY));
    const suggestions = findNearNames(
      name,
      commands.map((known) => known.name),
    );
    return say(describeUnknown({ unknown: name, suggestions }));
  },
};

/** All commands, as announced to the client. */
function list(commands: readonly SlashCommand[]): string {
  return commands.map((command) => `- ${describe(command, COMMAND_DESCRIPTION_CHARS_MAX)}`).join("\n");
}

function describe({ name, hint, description }: SlashCommand, charsMax: number): string {
  return `${inlineCode(hint === undefined ? `/${name}` : `/${name} ${bracketed(hint)}`)}: ${toOneLine(description, charsMax)}`;
}

/** Some hints already have brackets, which mark required arguments. */
function bracketed(hint: string): string {
  return /^[[<]/.test(hint) ? hint : `[${hint}]`;
}
