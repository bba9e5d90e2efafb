// Counts the words before a wrapped command that belong to the wrapper itself.
import type { FoundWord } from "../line/found.ts";

export interface Options {
  /** Letters of options without a value, and of options with one. */
  readonly flags?: string;
  readonly valued?: string;
  /** The same for long options, without the dashes. */
  readonly longFlags?: readonly string[];
  readonly longValued?: readonly string[];
}

/** The index after the options; undefined if an option is unknown, because then the end is unknown as well. */
export function skipOptions(args: readonly FoundWord[], options: Options): number | undefined {
  let at = 0;
  while (at < args.length) {
    const { text = "", isLiteral } = args[at] ?? {};
    if (isLiteral !== true) return undefined;
    if (text === "--") return at + 1;
    if (!text.startsWith("-") || text === "-") return at;
    const words = text.startsWith("--") ? countLong(text.slice(2), options) : countShort(text.slice(1), options);
    // An argument that is only known at run time may be options, or several words.
    if (words === undefined || args[at + words - 1]?.isLiteral !== true) return undefined;
    at += words;
  }
  return at;
}

function countLong(text: string, { longFlags = [], longValued = [] }: Options): number | undefined {
  const [name = ""] = text.split("=", 1);
  if (text.includes("=")) return longValued.includes(name) ? 1 : undefined;
  if (longFlags.includes(name)) return 1;
  return longValued.includes(name) ? 2 : undefined;
}

/** `-ab`, `-n5` and `-n 5`. */
function countShort(letters: string, { flags = "", valued = "" }: Options): number | undefined {
  for (const [index, letter] of Array.from(letters).entries()) {
    if (valued.includes(letter)) return index === letters.length - 1 ? 2 : 1;
    if (!flags.includes(letter)) return undefined;
  }
  return 1;
}
