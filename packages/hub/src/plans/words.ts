// Words that mark a task, and words that mark a dependency.

/** Covers the first two words of a clause. */
const CLAUSE_LOOK_CHARS = 200;

/** Verbs that start a task. */
const VERBS = new Set(
  (
    "add analyse analyze answer ask audit benchmark build bump check clean collect commit compare configure convert count create debug " +
    "define delete deploy describe design document draft draw estimate evaluate explain export extend extract fail fetch find fix format " +
    "generate give implement import improve inspect install integrate investigate launch lint list look make measure merge migrate " +
    "model monitor move open optimise optimize outline patch plan port prepare print profile propose provide publish push read " +
    "rebase refactor release remove rename repair replace report reproduce research restart review rewrite run save say scan search secure send " +
    "set setup ship show simplify sketch sort split start stop stream study submit suggest summarise summarize sync tag tell test think translate " +
    "try tune update upgrade upload validate verify wait write"
  ).split(" "),
);

/** A clause that starts with one of these is a statement, not a request. */
const TELLING =
  /^(?:an?|the|it|its|it's|i|i'm|we|they|he|she|you|this|that|these|those|there|nothing|everything|my|our|your|their|what|why|how|is|are|was|were|will|would|has|have|had|not|no|so)$/;

/** It depends on everything before it. */
const AFTER_ALL = /^(?:and\s+)?(?:finally|lastly|at the end|in the end)\b[,:]?\s+/i;
/** It depends on the one before it. */
const AFTER_PREVIOUS =
  /^(?:and\s+)?(?:then|after that|after this|afterwards|next|subsequently|(?:once|when) (?:that|this|it) is done)\b[,:]?\s+/i;
const FIRST = /^(?:first(?:ly| of all)?|to begin with)\b[,:]?\s+/i;
const POLITE = /^(?:please|also|and|now|can you|could you|would you)\b,?\s+/i;

/** The items run one after the other, whatever their own words say. */
const IN_ORDER =
  /\b(?:in (?:this|that|the following|the given) order|in order:|step by step|one after the other|one after another|one by one|in sequence|sequentially)/i;

/** The list after such a line is not a list of tasks. */
const NO_TASKS =
  /\b(?:reproduce|requirements?|constraints?|criteria|notes?|examples?|expected|observed|errors?|logs?|output|options?|files|such as|e\.g\.|rules|hints)\b/i;

/** An introduction that consists of these words only says nothing about the tasks. */
const OPENING = new Set(
  (
    "a after all and another are below by can could do each everything first following for hello here hi i in is list me my need now of one " +
    "order other please sequence step steps task tasks that the these thing things this to todo todos us want we what would like you your"
  ).split(" "),
);

/** What a task depends on. */
export type After = "nothing" | "previous" | "all";

/** Removes the words that give a clause its order. */
export function takeOrderWords(clause: string): { readonly text: string; readonly after: After } {
  if (AFTER_ALL.test(clause)) return { text: clause.replace(AFTER_ALL, ""), after: "all" };
  if (AFTER_PREVIOUS.test(clause)) return { text: clause.replace(AFTER_PREVIOUS, ""), after: "previous" };
  return { text: clause, after: "nothing" };
}

export function dropFirst(clause: string): string {
  return clause.replace(FIRST, "");
}

export function beginsWithVerb(clause: string): boolean {
  return VERBS.has(firstWord(dropFirst(takeOrderWords(clause.trim()).text).replace(POLITE, "")));
}

/** Words before the object of a task. */
const DETERMINER =
  /^(?:the|an?|all|its|my|our|your|their|some|any|every|each|more|new|another|missing|unit|regression|integration|tests?|docs|documentation|release|notes)$/;
/** A clause with one of these is about the object of the clause before it: `make it blue`. */
const PRONOUN = /^(?:it|them|this|that|these|those|each|one|ones|and|or|access|operations?|permissions?)$/;
const PARTICLE = /^(?:up|out|down|in|on|off|over|and)$/;

/** A verb with its object: `fix the bug`, but neither `find` nor `set up`. */
export function hasObject(clause: string): boolean {
  const [, second = "", ...rest] = words(dropFirst(takeOrderWords(clause.trim()).text).replace(POLITE, ""));
  return second !== "" && (rest.length > 0 || !PARTICLE.test(second));
}

/** Whether a clause starts another task after `and` or a comma. A comma is stronger evidence than `and`. */
export function asksForMore(clause: string, isAfterComma: boolean): boolean {
  const text = clause.trim().replace(POLITE, "");
  if (!VERBS.has(firstWord(text))) return false;
  const [, second = ""] = words(text.slice(0, CLAUSE_LOOK_CHARS));
  return isAfterComma ? second !== "" && !PRONOUN.test(second) : DETERMINER.test(second);
}

export function refersBack(clause: string): boolean {
  return /\b(?:it|them|its|this|that|those|these|the (?:results?|changes?|fix|findings?))\b/i.test(clause);
}

/** Weaker than a known verb: it only rules out a statement. */
export function mayBeTask(clause: string): boolean {
  const word = firstWord(clause.trim().replace(POLITE, ""));
  if (VERBS.has(word)) return true;
  // `crashes`, `crashed`, `crashing`.
  const isTelling = TELLING.test(word) || /(?:[^s]s|ed|ing)$/.test(word);
  return word !== "" && !isTelling && /\s\S/.test(clause.trim());
}

export function isInOrder(introduction: string): boolean {
  return IN_ORDER.test(introduction);
}

export function announcesNoTasks(introduction: string): boolean {
  return NO_TASKS.test(introduction.trim().split("\n").at(-1) ?? "");
}

export function isMereOpening(introduction: string): boolean {
  return words(introduction).every((word) => OPENING.has(word));
}

function firstWord(clause: string): string {
  return (/^[\p{L}\p{N}'-]+/u.exec(clause)?.[0] ?? "").toLowerCase();
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}
