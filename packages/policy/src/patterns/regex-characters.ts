// The set of characters that one position in a regular expression matches.

export interface Characters {
  readonly isNegated: boolean;
  /** Pairs of first and last code point. */
  readonly ranges: readonly number[];
}

const LAST_POINT = 0x10_ff_ff;
const DIGITS = [0x30, 0x39];
const WORD = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
const SPACE = [0x09, 0x0d, 0x20, 0x20, 0xa0, 0xa0, 0x16_80, 0x16_80, 0x20_00, 0x20_0a].concat([
  0x20_28, 0x20_29, 0x20_2f, 0x20_2f, 0x20_5f, 0x20_5f, 0x30_00, 0x30_00, 0xfe_ff, 0xfe_ff,
]);
const LINE_ENDS = [0x0a, 0x0a, 0x0d, 0x0d, 0x20_28, 0x20_29];

/** `.` */
export const anyCharacter: Characters = { isNegated: true, ranges: LINE_ENDS };

/** `\d`, `\W` and the like, as ranges before any negation. */
export const RANGES_BY_LETTER: ReadonlyMap<string, readonly number[]> = new Map([
  ["d", DIGITS],
  ["D", complement(DIGITS)],
  ["w", WORD],
  ["W", complement(WORD)],
  ["s", SPACE],
  ["S", complement(SPACE)],
]);

/** `isFolded`: the point is from a lower-cased text, so it also matches as upper-case. */
export function includes({ ranges, isNegated }: Characters, point: number, isFolded: boolean): boolean {
  const isIn = isWithin(ranges, point) || (isFolded && isWithin(ranges, toUpper(point)));
  return isIn !== isNegated;
}

export function isWordPoint(point: number | undefined): boolean {
  return point !== undefined && isWithin(WORD, point);
}

function isWithin(ranges: readonly number[], point: number): boolean {
  for (let index = 0; index < ranges.length; index += 2) {
    if (point >= (ranges[index] ?? 0) && point <= (ranges[index + 1] ?? 0)) return true;
  }
  return false;
}

function toUpper(point: number): number {
  if (point < 0x80) return point >= 0x61 && point <= 0x7a ? point & ~0x20 : point;
  return String.fromCodePoint(point).toUpperCase().codePointAt(0) ?? point;
}

/** The ranges must be sorted. */
function complement(ranges: readonly number[]): number[] {
  const rest: number[] = [];
  let next = 0;
  for (let index = 0; index < ranges.length; index += 2) {
    const first = ranges[index] ?? 0;
    if (first > next) rest.push(next, first - 1);
    next = (ranges[index + 1] ?? 0) + 1;
  }
  return [...rest, next, LAST_POINT];
}
