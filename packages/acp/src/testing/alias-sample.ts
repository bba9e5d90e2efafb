// What a sample of the alias table is.
import type { Decoded } from "../decode.ts";

/** What the other system sends, and what it is read as. */
export type Sample = readonly [def: keyof Decoded, sent: unknown, readAs: unknown];

/** By row, as the test describes it. */
export type Samples = Readonly<Record<string, Sample | readonly Sample[]>>;
