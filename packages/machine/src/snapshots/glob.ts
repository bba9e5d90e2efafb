// A pattern for one name: `*`, `?`, `[a-z]` and escapes, as in git.

type Token = { readonly char: string } | { readonly set: CharSet } | "?" | "*";

interface CharSet {
  readonly negated: boolean;
  readonly ranges: readonly (readonly [from: string, to: string])[];
}

export type Glob = readonly Token[];

const CLASSES: Readonly<Record<string, CharSet["ranges"]>> = {
  alnum: [
    ["0", "9"],
    ["A", "Z"],
    ["a", "z"],
  ],
  alpha: [
    ["A", "Z"],
    ["a", "z"],
  ],
  blank: [
    [" ", " "],
    ["\t", "\t"],
  ],
  cntrl: [
    ["\0", "\x1f"],
    ["\x7f", "\x7f"],
  ],
  digit: [["0", "9"]],
  graph: [["!", "~"]],
  lower: [["a", "z"]],
  print: [[" ", "~"]],
  punct: [
    ["!", "/"],
    [":", "@"],
    ["[", "`"],
    ["{", "~"],
  ],
  space: [
    [" ", " "],
    ["\t", "\r"],
  ],
  upper: [["A", "Z"]],
  xdigit: [
    ["0", "9"],
    ["A", "F"],
    ["a", "f"],
  ],
};

/** `undefined` for a pattern that never matches: an open bracket, a trailing backslash. */
export function parseGlob(text: string): Glob | undefined {
  const tokens: Token[] = [];
  for (let index = 0; index < text.length;) {
    const char = text[index] ?? "";
    if (char === "[") {
      const parsed = parseSet(text, index + 1);
      if (parsed === undefined) return undefined;
      tokens.push({ set: parsed.set });
      index = parsed.end;
      continue;
    }
    if (char === "\\") {
      const escaped = text[index + 1];
      if (escaped === undefined) return undefined;
      tokens.push({ char: escaped });
      index += 2;
      continue;
    }
    if (char === "?") tokens.push("?");
    else if (char !== "*") tokens.push({ char });
    else if (tokens.at(-1) !== "*") tokens.push("*");
    index += 1;
  }
  return tokens;
}

/** Only the last star has to be extended when the rest does not match. */
export function matchesGlob(glob: Glob, name: string, ignoreCase: boolean): boolean {
  let [token, char] = [0, 0];
  let [stretchedToken, stretchedChar] = [-1, 0];
  while (char < name.length) {
    const current = glob[token];
    if (current === "*") {
      if (token === glob.length - 1) return true;
      [stretchedToken, stretchedChar] = [token, char];
      token += 1;
    } else if (current !== undefined && matchesToken(current, name[char] ?? "", ignoreCase)) {
      token += 1;
      char += 1;
    } else if (stretchedToken === -1) {
      return false;
    } else {
      stretchedChar += 1;
      [token, char] = [stretchedToken + 1, stretchedChar];
    }
  }
  return token === glob.length || (token === glob.length - 1 && glob[token] === "*");
}

function matchesToken(token: Exclude<Token, "*">, char: string, ignoreCase: boolean): boolean {
  if (token === "?") return true;
  if ("char" in token) return token.char === char || (ignoreCase && token.char.toLowerCase() === char.toLowerCase());
  // `[!a]` excludes both spellings.
  const spellings = ignoreCase ? [char, char.toLowerCase(), char.toUpperCase()] : [char];
  return spellings.some((one) => isInRanges(token.set, one)) !== token.set.negated;
}

function isInRanges({ ranges }: CharSet, char: string): boolean {
  return ranges.some(([from, to]) => from <= char && char <= to);
}

/** From after the opening bracket to after the closing one. A closing bracket in the first position is literal. */
function parseSet(text: string, start: number): { set: CharSet; end: number } | undefined {
  const negated = text[start] === "!" || text[start] === "^";
  const ranges: (readonly [string, string])[] = [];
  const first = negated ? start + 1 : start;
  for (let index = first; index < text.length;) {
    if (text[index] === "]" && index > first) return { set: { negated, ranges }, end: index + 1 };
    const [, name] = /^\[:([a-z]*):\]/.exec(text.slice(index, index + 12)) ?? [];
    if (name !== undefined) {
      const named = CLASSES[name];
      if (named === undefined) return undefined;
      ranges.push(...named);
      index += name.length + 4;
      continue;
    }
    const from = readSetChar(text, index);
    if (from === undefined) return undefined;
    const isRange = text[from.end] === "-" && from.end + 1 < text.length && text[from.end + 1] !== "]";
    const to = isRange ? readSetChar(text, from.end + 1) : from;
    if (to === undefined) return undefined;
    ranges.push([from.char, to.char]);
    index = to.end;
  }
  return undefined;
}

function readSetChar(text: string, index: number): { char: string; end: number } | undefined {
  const escaped = text[index] === "\\";
  const char = text[escaped ? index + 1 : index];
  return char === undefined ? undefined : { char, end: index + (escaped ? 2 : 1) };
}
