// Fuzzy search by letters in order. A match ranks higher the closer its letters are to each other and to the beginnings
// of words.
import { FUZZY_CHARS_MAX } from "../limits.ts";
import { foldCase } from "./fold-case.ts";

export interface FuzzyMatch {
  /** The larger the better. */
  readonly points: number;
  /** Where the letters are in the candidate, ascending; empty for an empty query. */
  readonly places: readonly number[];
}

/** The larger the better; undefined if the letters are not all there. */
export function score(query: string, candidate: string): number | undefined {
  return findMatch(query, candidate)?.points;
}

export function findMatch(query: string, candidate: string): FuzzyMatch | undefined {
  if (query === "") return { points: 0, places: [] };
  const wanted = foldCase(query);
  const text = foldCase(candidate);
  const nameStart = text.lastIndexOf("/") + 1;
  const whole = text.indexOf(wanted, nameStart);
  // A piece of the file's own name beats letters that are spread over the path.
  if (whole !== -1) {
    const points = 1_000 - (whole - nameStart) * 5 - text.length * 0.1 + (isStart(candidate, whole) ? 100 : 0);
    return { points, places: placesFrom(whole, wanted.length) };
  }
  const inPath = text.indexOf(wanted);
  if (inPath !== -1) {
    const points = 500 - text.length * 0.1 + (isStart(candidate, inPath) ? 50 : 0);
    return { points, places: placesFrom(inPath, wanted.length) };
  }
  return findScattered(wanted, text, candidate);
}

interface Found {
  readonly text: string;
  readonly points: number;
}

/** Best match first; of equal ones the shorter. Only a few are kept at a time, to avoid sorting a large folder. */
export function findBest(query: string, candidates: readonly string[], limit: number): string[] {
  const keptMax = limit * 8 + 64;
  let best: Found[] = [];
  let pointsMin = Number.NEGATIVE_INFINITY;
  for (const text of candidates) {
    const points = score(query, text);
    if (points === undefined || points < pointsMin) continue;
    best.push({ text, points });
    if (best.length < keptMax) continue;
    best = best.toSorted(compareFound).slice(0, limit);
    pointsMin = best.at(-1)?.points ?? pointsMin;
  }
  return best
    .toSorted(compareFound)
    .slice(0, limit)
    .map(({ text }) => text);
}

function compareFound(one: Found, other: Found): number {
  return other.points - one.points || one.text.length - other.text.length || (one.text < other.text ? -1 : 1);
}

/** A letter of the query at one position, with the best match up to it. */
interface Step {
  readonly place: number;
  readonly points: number;
  readonly before: Step | undefined;
}

/** Of all possible positions of the letters, those with the highest score. */
function findScattered(wanted: string, text: string, candidate: string): FuzzyMatch | undefined {
  const isLong = text.length > FUZZY_CHARS_MAX;
  let steps: Step[] = [];
  let earliest = 0;
  let isFirst = true;
  for (const letter of wanted) {
    const first = text.indexOf(letter, earliest);
    if (first === -1) return undefined;
    const places = isLong ? [first] : placesOf(letter, text, first);
    steps = places.map((place) => bestStep(place, isFirst ? undefined : steps, candidate));
    earliest = first + 1;
    isFirst = false;
  }
  const best = steps.reduce((one, other) => (other.points > one.points ? other : one));
  return { points: best.points - text.length * 0.1, places: trail(best) };
}

function bestStep(place: number, steps: readonly Step[] | undefined, candidate: string): Step {
  const own = isStart(candidate, place) ? 6 : 0;
  if (steps === undefined) return { place, points: own + gain(-1, place), before: undefined };
  let best: Step | undefined;
  let points = Number.NEGATIVE_INFINITY;
  for (const step of steps) {
    if (step.place >= place) break;
    const reached = step.points + gain(step.place, place);
    if (reached < points) continue;
    best = step;
    points = reached;
  }
  return { place, points: own + points, before: best };
}

function gain(from: number, to: number): number {
  return (to === from + 1 ? 8 : 0) - Math.min(10, to - from - 1) * 0.2;
}

function placesOf(letter: string, text: string, first: number): number[] {
  const places: number[] = [];
  for (let place = first; place !== -1; place = text.indexOf(letter, place + 1)) places.push(place);
  return places;
}

function placesFrom(start: number, length: number): number[] {
  return Array.from({ length }, (_, index) => start + index);
}

function trail(last: Step): number[] {
  const places: number[] = [];
  for (let step: Step | undefined = last; step !== undefined; step = step.before) places.push(step.place);
  return places.toReversed();
}

function isStart(text: string, index: number): boolean {
  if (index === 0 || /[^\p{L}\p{N}]/u.test(text[index - 1] ?? "")) return true;
  return /\p{Lu}/u.test(text[index] ?? "") && /\p{Ll}/u.test(text[index - 1] ?? "");
}
