// A verb of the language: one row of the table in verbs.ts.
import type { ScriptLimits } from "../limits.ts";
import type { LineArguments } from "./line-arguments.ts";
import type { Step } from "./step.ts";

export interface Verb {
  readonly name: string;
  /** The verb with the names of its arguments, as the help shows it. */
  readonly usage: string;
  /** What it does, as the end of a sentence. */
  readonly summary: string;
  /** A line that parses. */
  readonly example: string;
  readonly parse: (line: LineArguments, limits: ScriptLimits) => Parsed;
}

/** A step; lines that stand for the verb; or why the arguments do not fit, `undefined` if the usage says enough. */
type Parsed = Step | Macro | Mistake | undefined;

interface Macro {
  readonly kind: "macro";
  readonly script: string;
}

export interface Mistake {
  readonly kind: "mistake";
  readonly message: string;
}

export function mistake(message: string): Mistake {
  return { kind: "mistake", message };
}

/** A verb whose one argument is the rest of the line, escapes resolved. */
export function textVerb(row: Omit<Verb, "parse">, toStep: (text: string) => Step): Verb {
  return {
    ...row,
    parse: (line) => {
      const text = line.text();
      return text === undefined ? undefined : toStep(text);
    },
  };
}
