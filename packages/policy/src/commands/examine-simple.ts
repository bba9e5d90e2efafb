// One simple command: what it is, what it names, how dangerous it is, and which rules are about it.
import { NONE, OUTSIDE, SENSITIVE, type Concerns } from "../concerns.ts";
import type { Danger, DangerClass } from "../decision.ts";
import type { CommandFacts, SimpleCommand, Word } from "../facts.ts";
import { matchSets, type Item, type Objection, type Sets } from "../item.ts";
import type { Effect } from "../levels.ts";
import { REASON_SUBJECT_CHARS_MAX } from "../limits.ts";
import { findRoot, resolvePath } from "../paths/path-text.ts";
import { Matches, type Rule } from "../rules/rule.ts";
import { shorten } from "../text.ts";
import { classify } from "./danger-table.ts";
import { toConcern, toDanger, worse } from "../dangers.ts";
import { examineWords, type WordsFound } from "./examine-words.ts";
import { changesFolder } from "./folders.ts";
import { isHarmless, showsMany } from "./harmless.ts";
import { spell, type Spelling } from "./spelling.ts";
import { areHarmless, findVariableDanger } from "./variables.ts";
import { findWrapping } from "./wrappers.ts";

export function examineSimple(
  command: SimpleCommand,
  folder: string | undefined,
  facts: CommandFacts,
  sets: Sets,
): Item {
  const { program, assignments } = command;
  if (program === undefined) return createAssignment(findVariableDanger(assignments));
  const spelling = spell(program, command, folder, facts);
  const name = shorten(spelling.name, REASON_SUBJECT_CHARS_MAX);
  const wrapping = findWrapping(command);
  // What a transparent wrapper names, the command inside it names as well.
  const isTransparent = wrapping === "transparent";
  const words = isTransparent ? undefined : examineWords(command, folder, facts, sets);
  const byProgram = isTransparent ? undefined : classify(spelling.name, spelling.texts);
  const dangerClass = worse(byProgram, findVariableDanger(assignments));
  const place = findPlaceWorry(name, program, spelling, folder, facts);
  let concerns: Concerns = dangerClass === undefined ? NONE : toConcern(dangerClass);
  if (words !== undefined) concerns |= words.concerns;
  if (place !== undefined) concerns |= OUTSIDE;
  const matched = matchSets(sets, (set, matches) => set.commands.match(spelling.words, concerns, matches));
  if (words?.deny !== undefined) matched.written.add(words.deny, concerns);
  const isUnseen = wrapping === "unseen";
  return {
    name,
    effect: isTransparent ? "nothing" : toEffect(command, spelling, sets),
    concerns,
    worry: place ?? words?.worry,
    danger: chooseDanger(dangerClass, concerns),
    ceiling: findCeiling(name, program, isUnseen) ?? words?.ceiling ?? findHeldBack(name, command, spelling, sets),
    ...matched,
  };
}

function createAssignment(dangerClass: DangerClass | undefined): Item {
  const concerns = dangerClass === undefined ? NONE : toConcern(dangerClass);
  const danger = chooseDanger(dangerClass, concerns);
  return { name: "A variable", effect: "nothing", concerns, danger, written: new Matches(), remembered: new Matches() };
}

function toEffect(command: SimpleCommand, { name, texts, isSystem }: Spelling, { written }: Sets): Effect {
  if (changesFolder(command)) return "nothing";
  if (showsMany(name) && written.paths.hidesSomething) return "command";
  const isKnown = isSystem && command.args.every(({ isLiteral }) => isLiteral) && areHarmless(command.assignments);
  return isKnown && isHarmless(name, texts) ? "harmless-command" : "command";
}

function chooseDanger(dangerClass: DangerClass | undefined, concerns: Concerns): Danger | undefined {
  const secrets = (concerns & SENSITIVE) === 0 ? undefined : "reads-secrets";
  const worst = worse(dangerClass, secrets);
  return worst === undefined ? undefined : toDanger(worst);
}

function findCeiling(name: string, program: Word, isUnseen: boolean): Objection | undefined {
  if (!program.isLiteral)
    return { id: "unknown-program", sentence: "Which program this runs is only known at run time" };
  if (isUnseen) return { id: "unseen-command", sentence: `The command that ${name} runs could not be looked at` };
  return undefined;
}

/** With words that are not known, it may be just the command that a rule is about. */
function findHeldBack(
  name: string,
  { args, via }: SimpleCommand,
  { words }: Spelling,
  sets: Sets,
): Objection | undefined {
  const isKnown = args.every(({ isLiteral }) => isLiteral) && !via.includes("xargs") && !via.includes("find");
  const rule: Rule | undefined = isKnown ? undefined : sets.written.commands.findStrict(words);
  if (rule === undefined) return undefined;
  return {
    id: "held-command",
    sentence: `The rule ${rule.ref.id} holds back some uses of ${name}, and this may be one`,
  };
}

/** A program from outside the roots that is not the system's. */
function findPlaceWorry(
  name: string,
  { text, real }: Word,
  { isSystem }: Spelling,
  folder: string | undefined,
  facts: CommandFacts,
): WordsFound["worry"] {
  if (isSystem) return undefined;
  const place = real ?? (folder === undefined ? undefined : resolvePath(folder, text, facts.platform));
  if (place !== undefined && findRoot(place, facts) !== undefined) return undefined;
  return { id: "program-outside", sentence: `${name} is a program from outside the folders of this session` };
}
