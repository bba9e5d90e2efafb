// /help: what can be typed.
import { inlineCode } from "../../text/markdown.ts";
import { findNearNames, toOneLine } from "@parley/base";
import { say } from "../answer.ts";
import type { SlashCommand } from "../command.ts";
import { DESCRIPTION_CHARS_MAX } from "../limits.ts";
import { describeUnknown, findCommand } from "../parse-command.ts";

export const helpCommand: SlashCommand = {
  name: "help",
  description: "Lists the commands, or says what one of them does",
  hint: "command",
  run: async (rest, { commands }) => {
    const name = rest.replace(/^\//, "");
    if (name === "") return say("**Commands**", list(commands), "Anything else you type goes to the model.");
    const command = findCommand(name, commands);
    if (command !== undefined) return say(describe(command, Number.POSITIVE_INFINITY));
    const suggestions = findNearNames(
      name,
      commands.map((known) => known.name),
    );
    return say(describeUnknown({ unknown: name, suggestions }));
  },
};

/** All of them: they were announced to the client as well. */
function list(commands: readonly SlashCommand[]): string {
  return commands.map((command) => `- ${describe(command, DESCRIPTION_CHARS_MAX)}`).join("\n");
}

function describe({ name, hint, description }: SlashCommand, charsMax: number): string {
  return `${inlineCode(hint === undefined ? `/${name}` : `/${name} ${bracketed(hint)}`)}: ${toOneLine(description, charsMax)}`;
}

/** Some hints have brackets of their own, to say what has to be there. */
function bracketed(hint: string): string {
  return /^[[<]/.test(hint) ? hint : `[${hint}]`;
}
