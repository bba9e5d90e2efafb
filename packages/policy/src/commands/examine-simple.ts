// Examines one simple command: the program, the paths it names, its dangers, and the rules that apply.
import { INLINE, NONE, OUTSIDE, SENSITIVE, UNSEEN, type Concerns } from "../concerns.ts";
import type { Danger, DangerClass } from "../decision.ts";
import type { CommandFacts, SimpleCommand, Word } from "../facts.ts";
import { matchSets, type Item, type Objection, type Sets } from "../item.ts";
import { REASON_SUBJECT_CHARS_MAX } from "../limits.ts";
import { findRoot, resolvePath } from "../path-text.ts";
import { Matches, type Rule } from "../rules/rule.ts";
import { shorten } from "../text.ts";
import { classify } from "./danger-table.ts";
import { toConcern, toDanger, worse } from "../dangers.ts";
import { examineWords, type WordsFound } from "./examine-words.ts";
import { changesFolder } from "./folders.ts";
import { findObstacle, isHarmless } from "./harmless.ts";
import { spell, type Spelling } from "./spelling.ts";
import { findUnseenCode } from "./unseen-code.ts";
import { findVariableDanger } from "./variables.ts";
import { findDeniedWalk } from "./walks.ts";
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
  // The paths of a transparent wrapper are also those of the command inside it.
  const isTransparent = wrapping === "transparent";
  const words = isTransparent ? undefined : examineWords(command, folder, facts, sets);
  const byProgram = isTransparent ? undefined : classify(spelling.name, spelling.texts);
  const dangerClass = worse(byProgram, findVariableDanger(assignments));
  const place = findPlaceWorry(name, program, spelling, folder, facts);
  let concerns: Concerns = dangerClass === undefined ? NONE : toConcern(dangerClass);
  const hidden = isTransparent ? undefined : findHidden(name, command, spelling, folder, facts, sets);
  if (words !== undefined) concerns |= words.concerns;
  if (place !== undefined) concerns |= OUTSIDE;
  if (hidden !== undefined) concerns |= hidden.concerns;
  const matched = matchSets(sets, (set, matches) => set.commands.match(spelling.words, concerns, matches));
  if (words?.deny !== undefined) matched.written.add(words.deny, concerns);
  const isUnseen = wrapping === "unseen";
  const obstacle = isTransparent ? undefined : findHarm(command, spelling, facts);
  return {
    name,
    effect:
      isTransparent || changesFolder(command) ? "nothing" : obstacle === undefined ? "harmless-command" : "command",
    concerns,
    worry:
      hidden?.worry ??
      place ??
      words?.worry ??
      findInlineCode(name, command, spelling, facts, dangerClass) ??
      (obstacle === "" ? undefined : toObstacle(obstacle)),
    danger: chooseDanger(dangerClass, concerns),
    ceiling: findCeiling(name, program, isUnseen) ?? words?.ceiling ?? findHeldBack(name, command, spelling, sets),
    ...matched,
  };
}

/** Names the option, as in `node -e …`, which says more than the class of danger. */
function findInlineCode(
  name: string,
  command: SimpleCommand,
  spelling: Spelling,
  facts: CommandFacts,
  dangerClass: DangerClass | undefined,
): Objection | undefined {
  if (dangerClass !== "runs-unseen-code" || findUnseenCode(command, spelling, facts) !== "inline") return undefined;
  const option = command.args.find(({ text, isLiteral }) => isLiteral && /^-{1,2}\w+$/.test(text))?.text;
  const program = option === undefined ? name : `${name} ${shorten(option, REASON_SUBJECT_CHARS_MAX)}`;
  return { id: "inline-code", sentence: `${program} runs inline code that Parley can't check in advance` };
}

function createAssignment(dangerClass: DangerClass | undefined): Item {
  const concerns = dangerClass === undefined ? NONE : toConcern(dangerClass);
  const danger = chooseDanger(dangerClass, concerns);
  return { name: "A variable", effect: "nothing", concerns, danger, written: new Matches(), remembered: new Matches() };
}

/** Undefined if the command is read-only, empty if it is not on the read-only list, else why it does not qualify. */
function findHarm(command: SimpleCommand, { name, isSystem }: Spelling, facts: CommandFacts): string | undefined {
  if (!isSystem || !command.args.every(({ isLiteral }) => isLiteral) || !isHarmless(name, command)) return "";
  return findObstacle(name, command, facts);
}

function toObstacle(sentence: string | undefined): Objection | undefined {
  return sentence === undefined ? undefined : { id: "not-harmless", sentence };
}

interface Hidden {
  readonly concerns: Concerns;
  readonly worry: Objection;
}

/** What the command may run or read without naming it, if a rule denies some of that. */
function findHidden(
  name: string,
  command: SimpleCommand,
  spelling: Spelling,
  folder: string | undefined,
  facts: CommandFacts,
  { written }: Sets,
): Hidden | undefined {
  const { firstDeny } = written.commands;
  const { hidesSomething } = written.paths;
  if (firstDeny === undefined && !hidesSomething) return undefined;
  const unseen = findUnseenCode(command, spelling, facts);
  if (unseen !== undefined && (firstDeny !== undefined || unseen === "inline")) {
    const why = firstDeny === undefined ? "a rule denies some files" : `the rule ${firstDeny.ref.id} denies commands`;
    return {
      concerns: unseen === "inline" ? UNSEEN | INLINE : UNSEEN,
      worry: { id: "unseen-code", sentence: `${name} runs code that Parley can't check in advance, and ${why}` },
    };
  }
  const walked = hidesSomething ? findDeniedWalk(command, spelling, folder, facts, written.paths) : undefined;
  if (walked === undefined) return undefined;
  const sentence = `${name} may read files in ${shorten(walked, REASON_SUBJECT_CHARS_MAX)} that a rule denies`;
  return { concerns: UNSEEN, worry: { id: "denied-below", sentence } };
}

function chooseDanger(dangerClass: DangerClass | undefined, concerns: Concerns): Danger | undefined {
  const secrets = (concerns & SENSITIVE) === 0 ? undefined : "reads-secrets";
  const worst = worse(dangerClass, secrets);
  return worst === undefined ? undefined : toDanger(worst);
}

function findCeiling(name: string, program: Word, isUnseen: boolean): Objection | undefined {
  if (!program.isLiteral) return { id: "unknown-program", sentence: "The program is only known at run time" };
  if (isUnseen) return { id: "unseen-command", sentence: `Parley could not check the command that ${name} runs` };
  return undefined;
}

/** With words that are only known at run time, the command may be the one that a rule denies. */
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
    sentence: `The rule ${rule.ref.id} restricts some uses of ${name}, and this may be one`,
  };
}

/** A program outside the roots that is not part of the system. */
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
  return { id: "program-outside", sentence: `${name} is a program outside this session's folders` };
}
