// A verb of the language: one row of the table in verbs.ts.
import type { ScriptLimits } from "../limits.ts";
import type { LineArguments } from "./line-arguments.ts";
import type { Step } from "./step.ts";

export interface Verb {
  readonly name: string;
  /** The verb with the names of its arguments, as the help shows it. */
  readonly usage: string;
  /** Its description, as the end of a sentence. */
  readonly summary: string;
  /** An example line. */
  readonly example: string;
  readonly parse: (line: LineArguments, limits: ScriptLimits) => Parsed;
}

/** A step; lines that the verb expands to; or why the arguments are invalid, `undefined` if the usage is enough. */
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

/** A verb with the rest of the line as its only argument, with escapes resolved. */
export function textVerb(row: Omit<Verb, "parse">, toStep: (text: string) => Step): Verb {
  return {
    ...row,
    parse: (line) => {
      const text = line.text();
      return text === undefined ? undefined : toStep(text);
    },
  };
}
