// Splits a compound prompt by its own words: lists, "then", semicolons. Deterministic, without a model.
import { BOUNDARIES_MAX, PROPOSED_TASKS_MAX, SPLIT_CHARS_MAX } from "../limits.ts";
import { mask } from "./masked.ts";
import { splitList } from "./split-list.ts";
import {
  asksForMore,
  beginsWithVerb,
  dropFirst,
  hasObject,
  mayBeTask,
  refersBack,
  takeOrderWords,
  type After,
} from "./words.ts";

export interface Piece {
  readonly text: string;
  /** Which earlier pieces it depends on. */
  readonly after: After;
  /** What applies to all of them. */
  readonly context?: string | undefined;
}

/** A single piece with the whole prompt if it asks for one thing. */
export function splitPrompt(prompt: string): readonly Piece[] {
  const whole: readonly Piece[] = [{ text: prompt, after: "nothing" }];
  if (prompt.length > SPLIT_CHARS_MAX) return whole;
  const pieces = [splitList, splitClauses].map((split) => split(prompt)).find(({ length }) => length > 1);
  return pieces === undefined ? whole : mergeRest(pieces);
}

/** Sentences that each ask for something; any other sentence is joined to the one before it. */
export function splitSentences(prompt: string): readonly string[] {
  if (prompt.length > SPLIT_CHARS_MAX) return [prompt];
  const sentences: string[] = [];
  let start = 0;
  const ends = [...mask(prompt).matchAll(/[.!?]\s+(?=\p{Lu})|\n[ \t]*\n/gu)].map(
    ({ index, 0: end }) => index + end.length,
  );
  for (const end of [...ends, prompt.length]) {
    const sentence = prompt.slice(start, end);
    if (sentences.length === 0 || beginsWithVerb(sentence)) sentences.push(sentence);
    else sentences[sentences.length - 1] += sentence;
    start = end;
  }
  return sentences.map((sentence) => sentence.trim());
}

/** Words within a sentence, words at the start of a clause, and semicolons. Repetitions are bounded, so that long runs of blanks stay cheap. */
const PARTING = new RegExp(
  [
    String.raw`(?:[,;.!?]{1,3}\s{1,8}|\s{1,8})(?:and\s{1,8})?(?:then|after that|after this)\b,?\s{1,8}`,
    String.raw`(?:[,;.!?]{1,3}\s{1,8}(?:and\s{1,8})?|\s{1,8}and\s{1,8})(?:next|finally|lastly|afterwards|subsequently)\b,?\s{1,8}`,
    String.raw`[,;.!?]{1,3}\s{1,8}(?:and\s{1,8})?(?:once|when) (?:that|this|it) is done\b,?\s{1,8}`,
    String.raw`;\s{1,8}`,
    String.raw`(?:,\s{1,8}(?:and\s{1,8})?|\s{1,8}and\s{1,8})(?:also\s{1,8})?(?=\p{L})`,
  ].join("|"),
  "giu",
);

/** `and`, a comma, or both separate clauses that each ask for something. */
const PLAIN = /^(?:,\s+(?:and\s+)?|\s+and\s+)(?:also\s+)?$/i;

/** `if it is so, then …` and `since then` are not boundaries. */
const BINDING = /\b(?:if|when|whenever|unless|why|how)\b/i;
const BOUND = /\b(?:since|until|till|by|back|from|even|but|only|now and|every now and)$/i;

function splitClauses(prompt: string): readonly Piece[] {
  const masked = mask(prompt);
  const pieces: Piece[] = [];
  let start = 0;
  let after: After = "nothing";
  let looks = 0;
  for (const { index, 0: words } of masked.matchAll(PARTING)) {
    looks += 1;
    if (looks > BOUNDARIES_MAX) break;
    const end = index + words.length;
    if (!isParting(masked.slice(start, index), words, masked.slice(end))) continue;
    pieces.push({ text: trimEnd(prompt.slice(start, index), words), after });
    after = PLAIN.test(words) ? "nothing" : takeOrderWords(`${words.replace(/^[\s,;.!?]+/, "").trimEnd()} `).after;
    // A piece that refers to `it` depends on the one before, whatever the words between them.
    if (after === "nothing" && PLAIN.test(words) && refersBack(nextClause(masked.slice(end)))) after = "previous";
    start = end;
  }
  pieces.push({ text: prompt.slice(start).trim(), after });
  return pieces.map((piece, index) => (index === 0 ? { ...piece, text: dropFirst(piece.text) } : piece));
}

function isParting(left: string, words: string, right: string): boolean {
  if (PLAIN.test(words)) return isPlainParting(left, words, right);
  if (!mayBeTask(dropFirst(left.trim())) && !beginsWithVerb(left)) return false;
  if (/^;\s+$/.test(words)) return beginsWithVerb(right);
  const sentence = /^[.!?]/.test(words) ? "" : (left.split(/[.!?]\s/).at(-1) ?? "");
  return mayBeTask(right) && !BINDING.test(sentence) && !BOUND.test(sentence.trimEnd());
}

function isPlainParting(left: string, words: string, right: string): boolean {
  const sentence = left.split(/[.!?]\s/).at(-1) ?? "";
  if (!beginsWithVerb(sentence) || !hasObject(sentence) || BINDING.test(sentence)) return false;
  return asksForMore(right, words.includes(","));
}

function nextClause(text: string): string {
  return text.slice(0, Math.max(0, text.search(/[,;.!?]|\s(?:and|then)\s|$/)));
}

/** A full stop belongs to its sentence. */
function trimEnd(text: string, words: string): string {
  return text.trim() + (/^[.!?]+/.exec(words)?.[0] ?? "");
}

/** Nothing is lost: pieces beyond the limit go into the last task. */
function mergeRest(pieces: readonly Piece[]): readonly Piece[] {
  if (pieces.length <= PROPOSED_TASKS_MAX) return pieces;
  const kept = pieces.slice(0, PROPOSED_TASKS_MAX - 1);
  const rest = pieces.slice(PROPOSED_TASKS_MAX - 1);
  const order: readonly After[] = rest.map(({ after }) => after);
  const after = order.includes("all") ? "all" : order[0] === "previous" ? "previous" : "nothing";
  return [...kept, { ...rest[0], text: rest.map(({ text }) => text).join("\n"), after }];
}
