// Regular expressions from outside Parley, matched by following all alternatives at once, so the work is at most text ×
// expression for any input.
import { PATTERN_CHARS_MAX, REGEX_STATES_MAX } from "../limits.ts";
import { includes, isWordPoint, type Characters } from "./regex-characters.ts";
import { readRegex, type Assertion, type RegexNode } from "./regex-syntax.ts";

export interface Regex {
  /** As it was written. */
  readonly text: string;
  readonly states: readonly State[];
}

/** A state leads to the next one, `fork` to two others. */
type State =
  | { readonly type: "one"; readonly characters: Characters }
  | { readonly type: "assertion"; readonly assertion: Assertion }
  | { readonly type: "fork"; readonly to: readonly number[] }
  | { readonly type: "found" };

/** The regex, or what was expected instead. */
export function compileRegex(text: string): { readonly regex: Regex } | { readonly expected: string } {
  if (text === "" || text.length > PATTERN_CHARS_MAX) {
    return { expected: `a regular expression of 1 to ${PATTERN_CHARS_MAX} characters` };
  }
  const node = readRegex(text);
  if ("expected" in node) return node;
  // Counted before it is built, because nested repeats multiply.
  if (countStates(node) > REGEX_STATES_MAX) return { expected: "a smaller regular expression, with fewer repeats" };
  const states: State[] = [];
  addStates(node, states);
  states.push({ type: "found" });
  return { regex: { text, states } };
}

/** Whether it matches anywhere in the text. `isFolded`: the text is lower-case, and case is ignored. */
export function matchRegex({ states }: Regex, text: string, isFolded: boolean): boolean {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const walk = new Walk(states, points);
  let current: number[] = [];
  for (let at = 0; at <= points.length; at += 1) {
    walk.enter(0, at, current);
    if (walk.isFound) return true;
    const point = points[at] ?? -1;
    const next: number[] = [];
    walk.begin();
    for (const index of current) {
      const state = states[index];
      if (state?.type === "one" && point >= 0 && includes(state.characters, point, isFolded)) {
        walk.enter(index + 1, at + 1, next);
      }
    }
    if (walk.isFound) return true;
    current = next;
  }
  return false;
}

/** The states reachable without consuming a character; each is entered once per position in the text. */
class Walk {
  readonly #states: readonly State[];
  readonly #points: readonly number[];
  readonly #seenIn: Int32Array;
  #round = 1;
  isFound = false;

  constructor(states: readonly State[], points: readonly number[]) {
    this.#states = states;
    this.#points = points;
    this.#seenIn = new Int32Array(states.length);
  }

  begin(): void {
    this.#round += 1;
  }

  enter(first: number, at: number, list: number[]): void {
    const waiting = [first];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (this.#seenIn[index] === this.#round) continue;
      this.#seenIn[index] = this.#round;
      const state = this.#states[index];
      if (state === undefined) continue;
      if (state.type === "found") this.isFound = true;
      else if (state.type === "one") list.push(index);
      else if (state.type === "fork") waiting.push(...state.to);
      else if (this.#holds(state.assertion, at)) waiting.push(index + 1);
    }
  }

  #holds(assertion: Assertion, at: number): boolean {
    if (assertion === "start") return at === 0;
    if (assertion === "end") return at === this.#points.length;
    const isBoundary = isWordPoint(this.#points[at - 1]) !== isWordPoint(this.#points[at]);
    return isBoundary === (assertion === "boundary");
  }
}

/** At most. */
function countStates(node: RegexNode): number {
  if (node.type === "one" || node.type === "assertion") return 1;
  if (node.type === "sequence") return sum(node.items.map(countStates));
  if (node.type === "either") return sum(node.choices.map((choice) => countStates(choice) + 2));
  return (countStates(node.item) + 1) * (node.max ?? node.min + 2);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function addStates(node: RegexNode, states: State[]): void {
  if (node.type === "one" || node.type === "assertion") states.push(node);
  else if (node.type === "sequence") for (const item of node.items) addStates(item, states);
  else if (node.type === "either") addEither(node.choices, states);
  else addRepeat(node, states);
}

function addEither(choices: readonly RegexNode[], states: State[]): void {
  const starts: number[] = [];
  const ends: number[] = [];
  if (choices.length > 1) states.push({ type: "fork", to: starts });
  for (const choice of choices) {
    starts.push(states.length);
    addStates(choice, states);
    if (choices.length > 1) states.push({ type: "fork", to: ends });
  }
  ends.push(states.length);
}

function addRepeat({ item, min, max }: Extract<RegexNode, { type: "repeat" }>, states: State[]): void {
  for (let count = 0; count < min; count += 1) addStates(item, states);
  const start = states.length;
  const forks: number[][] = [];
  for (let count = min; count < (max ?? min + 1); count += 1) {
    const to = [states.length + 1];
    forks.push(to);
    states.push({ type: "fork", to });
    addStates(item, states);
  }
  if (max === undefined) states.push({ type: "fork", to: [start] });
  for (const to of forks) to.push(states.length);
}
