// Examines a command line: each simple command, the redirects, and dangers that only the whole line shows.
import { NONE } from "../concerns.ts";
import type { CommandFacts, SimpleCommand } from "../facts.ts";
import type { Item, Objection, Sets } from "../item.ts";
import { COMMANDS_MAX, WORD_CHARS_MAX, WORDS_MAX } from "../limits.ts";
import { Matches } from "../rules/rule.ts";
import { toConcern, toDanger, worse } from "../dangers.ts";
import { examineRedirect } from "./examine-redirect.ts";
import { examineSimple } from "./examine-simple.ts";
import { findFolders } from "./folders.ts";
import { findLineDanger } from "./line-dangers.ts";
import { findVariableDanger, takesOver } from "./variables.ts";

/** The line is allowed only if all of its parts are. */
export function examineCommand(facts: CommandFacts, sets: Sets): Item[] {
  const items: Item[] = examineWhole(facts);
  const folders = findFolders(facts);
  for (const [index, command] of cut(facts.commands).entries()) {
    const folder = folders[index];
    items.push(examineSimple(command, folder, facts, sets));
    for (const redirect of command.redirects) items.push(...examineRedirect(redirect, folder, facts, sets));
  }
  return items;
}

/** Rules do not apply to whole lines, so the user or a hook decides about their problems. */
function examineWhole(facts: CommandFacts): Item[] {
  const ceiling = findCeiling(facts);
  const isTakenOver = facts.exports?.some(takesOver) === true;
  const variables = isTakenOver ? "alters-programs" : findVariableDanger(facts.environment ?? []);
  const danger = worse(findLineDanger(facts), variables);
  if (ceiling === undefined && danger === undefined) return [];
  const concerns = danger === undefined ? NONE : toConcern(danger);
  return [
    {
      name: "The command",
      isWhole: true,
      effect: "nothing",
      ceiling,
      concerns,
      danger: danger === undefined ? undefined : toDanger(danger),
      written: new Matches(),
      remembered: new Matches(),
    },
  ];
}

function findCeiling({ commands, hasUnparsed }: CommandFacts): Objection | undefined {
  if (hasUnparsed) return { id: "unparsed", sentence: "Parley could not parse part of the command" };
  if (commands.length === 0) return { id: "no-command", sentence: "Parley found no command to check" };
  return isTooLong(commands) ? { id: "too-long", sentence: "The command is too long to check" } : undefined;
}

/** The examined part of a line that is too long: enough to find denied commands at its beginning. */
function cut(commands: readonly SimpleCommand[]): readonly SimpleCommand[] {
  if (!isTooLong(commands)) return commands;
  return commands.slice(0, COMMANDS_MAX).map((command) => ({
    ...command,
    args: command.args
      .slice(0, WORDS_MAX / COMMANDS_MAX)
      .map((word) => ({ ...word, text: word.text.slice(0, WORD_CHARS_MAX) })),
  }));
}

function isTooLong(commands: readonly SimpleCommand[]): boolean {
  let words = 0;
  for (const { args } of commands) words += args.length;
  if (commands.length > COMMANDS_MAX || words > WORDS_MAX) return true;
  return commands.some(({ args }) => args.some(({ text }) => text.length > WORD_CHARS_MAX));
}
