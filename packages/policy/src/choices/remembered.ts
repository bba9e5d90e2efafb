// The list of remembered choices: add, show, revoke. The caller stores the list.
import { REMEMBERED_MAX } from "../limits.ts";
import type { Choice } from "./choice.ts";
import { describeChoice } from "./describe-choice.ts";

export interface ListedChoice {
  readonly id: string;
  /** A description for the user. */
  readonly text: string;
  readonly choice: Choice;
}

/** A new choice replaces an older one about the same thing. A full list drops the oldest allow first. */
export function remember(choices: readonly Choice[], choice: Choice): readonly Choice[] {
  const key = toKey(choice);
  const kept = choices.filter((other) => toKey(other) !== key);
  if (kept.length < REMEMBERED_MAX) return [...kept, choice];
  const oldest = Math.max(
    0,
    kept.findIndex(({ verdict }) => verdict === "allow"),
  );
  return [...kept.toSpliced(oldest, 1), choice];
}

/** Newest first. */
export function listRemembered(choices: readonly Choice[]): readonly ListedChoice[] {
  return choices
    .toSorted((a, b) => b.madeAtMs - a.madeAtMs)
    .map((choice) => ({ id: choice.id, text: describeChoice(choice), choice }));
}

export function revoke(choices: readonly Choice[], id: string): readonly Choice[] {
  return choices.filter((choice) => choice.id !== id);
}

function toKey({ holds, covers }: Choice): string {
  return JSON.stringify([toPlain(holds), toPlain(covers)]);
}

/** Independent of the order of the fields. */
function toPlain(value: object): string[] {
  return Object.entries(value)
    .map((entry) => JSON.stringify(entry))
    .toSorted((a, b) => (a < b ? -1 : 1));
}
