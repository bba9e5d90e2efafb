// What a fuzz target is: where its inputs come from, and what is expected of the code that is given one.
import type { Arbitrary } from "fast-check";

/** An input is JSON, so that one that found something can be kept as a file. */
export interface FuzzTarget<Input = unknown> {
  readonly name: string;
  /** Inputs that `npm test` plays. */
  readonly count: number;
  readonly inputs: Arbitrary<Input>;
  open(): Promise<OpenTarget<Input>>;
}

export interface OpenTarget<Input> extends AsyncDisposable {
  /** Rejects if the input broke a promise. */
  play(input: Input): Promise<void>;
  /** After the last input: what is checked once, such as memory. */
  finish?(): Promise<void>;
}

/** Checks the types of one target, and hides its kind of input from the table of all targets. */
export function defineTarget<Input>(target: FuzzTarget<Input>): FuzzTarget {
  return target;
}

/** A promise that an input broke. Anything else that is thrown counts as a crash. */
export class BrokenPromise extends Error {
  override readonly name = "BrokenPromise";
}
