// /mode: shows the mode and the alternatives, and switches to another.
import { APPROVAL_LEVELS } from "@parley/policy";
import type { AgentMode } from "../../modes/mode.ts";
import { toOneLine } from "@parley/base";
import { bullets, inlineCode, table } from "../../text/markdown.ts";
import { say, sayFailure } from "../answer.ts";
import { choose } from "../choose.ts";
import type { CommandContext, CommandResult, SlashCommand } from "../command.ts";
import { COMMAND_DESCRIPTION_CHARS_MAX, LISTED_MAX } from "../../limits.ts";
import { setApproval } from "./approval.ts";

export const modeCommand: SlashCommand = {
  name: "mode",
  description: "Show the available modes, or switch to another",
  hint: "mode",
  run: (rest, context) => sayFailure(() => (rest === "" ? list(context) : set(rest, context))),
};

async function list({ modes, settings }: CommandContext): Promise<CommandResult> {
  const current = findCurrent(modes, settings);
  const offered = modes.filter((mode) => mode.slot === settings.slot && (isOffered(mode) || mode === current));
  const rows = offered
    .slice(0, LISTED_MAX)
    .map((mode) => [
      mode === current ? `**${inlineCode(mode.id)}** (now)` : inlineCode(mode.id),
      toOneLine(mode.description, COMMAND_DESCRIPTION_CHARS_MAX),
      toOneLine(mode.whenToUse, COMMAND_DESCRIPTION_CHARS_MAX),
    ]);
  const elsewhere = modes.filter((mode) => mode.slot !== settings.slot && isOffered(mode));
  const others = elsewhere.slice(0, LISTED_MAX).map(({ id }) => inlineCode(id));
  return say(
    `The mode is ${current === undefined ? inlineCode(settings.modeId) : describe(current)}.`,
    table(["mode", "what it does", "when to use it"], rows),
    others.length === 0 ? "" : `In the other slot: ${others.join(", ")}.`,
    "Change it with `/mode NAME`.",
  );
}

async function set(typed: string, context: CommandContext): Promise<CommandResult> {
  const { modes, settings } = context;
  // Other agents offer approval levels as modes.
  const level = APPROVAL_LEVELS.find((name) => name === typed.toLowerCase());
  if (level !== undefined && !modes.some(({ id }) => id === level)) return setApproval(level, context);
  // Hidden modes must be named in full.
  const choices = modes.filter((mode) => isOffered(mode) || mode.id === typed);
  const here = choices.filter(({ slot }) => slot === settings.slot);
  const there = choices.filter(({ slot }) => slot !== settings.slot);
  const near = choose(typed, here, ({ id, name }) => [id, name]);
  const chosen = "none" in near ? choose(typed, there, ({ id, name }) => [id, name]) : near;
  if ("several" in chosen) {
    const names = chosen.several.map(({ id }) => inlineCode(id));
    return say(`Several modes match ${inlineCode(typed)}:`, bullets(names, LISTED_MAX), "Type more of the name.");
  }
  if ("none" in chosen) return say(`Mode ${inlineCode(typed)} not found. \`/mode\` lists them.`);
  const { id, slot } = chosen.item;
  if (id === settings.modeId && slot === settings.slot) return say(`The mode is already ${inlineCode(id)}.`);
  await context.change(slot === settings.slot ? { modeId: id } : { slot, modeId: id });
  return say(
    `The mode is now ${describe(chosen.item)}.`,
    toOneLine(chosen.item.description, COMMAND_DESCRIPTION_CHARS_MAX),
  );
}

function findCurrent(modes: readonly AgentMode[], { modeId, slot }: CommandContext["settings"]): AgentMode | undefined {
  return modes.find((mode) => mode.id === modeId && mode.slot === slot) ?? modes.find(({ id }) => id === modeId);
}

function isOffered({ isInternal, isDeprecated }: AgentMode): boolean {
  return isInternal !== true && isDeprecated !== true;
}

function describe({ id, name }: AgentMode): string {
  return id.toLowerCase() === name.toLowerCase() ? inlineCode(id) : `${inlineCode(id)} (${name})`;
}
