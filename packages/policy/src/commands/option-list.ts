// A closed list of a program's options, and a parser that fails on anything else. Options must have their
// full names: `sort --comp=x` abbreviates some option, and failing avoids having to know which.

/** `last`: takes a value, unless it is the last word. */
type Arity = "flag" | "valued" | "optional" | "last";

const ARITIES: Readonly<Record<string, Arity>> = {
  "": "flag",
  ":": "valued",
  "=": "valued",
  "?": "optional",
  "~": "last",
};

export interface OptionList {
  readonly short: ReadonlyMap<string, Arity>;
  readonly long: ReadonlyMap<string, Arity>;
  /** Whether `-5` is a number of lines and not an option. */
  readonly hasNumbers: boolean;
}

export interface ReadOptions {
  readonly operands: readonly string[];
  /** The values of options, by letter or by name with the dashes. */
  readonly values: readonly (readonly [option: string, value: string])[];
  /** Options without a value. */
  readonly flags: ReadonlySet<string>;
}

/**
 * Parses `-abc -n: -w? -# --all --lines= --color? --merged~`: letters without a value, with one, with an optional one;
 * numbers; names without a value, with one, with an optional one, with one unless it is the last word.
 */
export function compileOptions(text: string): OptionList {
  const short = new Map<string, Arity>();
  const long = new Map<string, Arity>();
  let hasNumbers = false;
  for (const token of text.split(/\s+/)) {
    if (token === "") continue;
    const [, dashes = "", body = "", sign = ""] = /^(--?)(.*?)([:=?~]?)$/.exec(token) ?? [];
    const arity = ARITIES[sign] ?? "flag";
    if (dashes === "--") long.set(`--${body}`, arity);
    else if (body === "#") hasNumbers = true;
    else for (const letter of body) short.set(letter, arity);
  }
  return { short, long, hasNumbers };
}

/** Undefined if any word is an option that is not in the list, or a value that looks like one. */
export function readOptions(words: readonly string[], list: OptionList): ReadOptions | undefined {
  const operands: string[] = [];
  const values: (readonly [string, string])[] = [];
  const flags = new Set<string>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "--") {
      operands.push(...words.slice(at + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      operands.push(word);
      continue;
    }
    if (list.hasNumbers && /^-\d+$/.test(word)) continue;
    const option = word.startsWith("--") ? readLong(word, list, flags) : readShort(word, list, flags);
    if (option === undefined) return undefined;
    if (option === "flags") continue;
    const [name, glued] = option;
    if (glued === undefined) at += 1;
    if (at === words.length && list.long.get(name) === "last") break;
    const value = glued ?? words[at];
    if (value === undefined) return undefined;
    // A program that expects no value here would read it as an option. Only `-e` is always followed by a pattern.
    if (glued === undefined && name !== "-e" && /^-(?!\d|$)/.test(value)) return undefined;
    values.push([name, value]);
  }
  return { operands, values, flags };
}

/** The option with its value, if that is in the same word. */
type Valued = readonly [name: string, glued: string | undefined];

function readLong(word: string, { long }: OptionList, flags: Set<string>): Valued | "flags" | undefined {
  const end = word.indexOf("=");
  const name = end < 0 ? word : word.slice(0, end);
  const arity = long.get(name);
  if (arity === undefined || (arity === "flag" && end >= 0)) return undefined;
  if (end >= 0) return [name, word.slice(end + 1)];
  if (arity !== "flag" && arity !== "optional") return [name, undefined];
  flags.add(name);
  return "flags";
}

function readShort(word: string, { short }: OptionList, flags: Set<string>): Valued | "flags" | undefined {
  for (let at = 1; at < word.length; at += 1) {
    const letter = word[at] ?? "";
    const arity = short.get(letter);
    if (arity === undefined) return undefined;
    const rest = word.slice(at + 1);
    if (arity === "valued") return [`-${letter}`, rest === "" ? undefined : rest];
    if (arity === "optional" && rest !== "") return [`-${letter}`, rest];
    flags.add(`-${letter}`);
  }
  return "flags";
}
