// Concerns: what makes a request riskier than it seems. An allow rule covers a concern only if it names it.

/** The concerns that a rule may name under `including`. */
export const CONCERNS = ["sensitive", "dangerous", "outside"] as const;
export type Concern = (typeof CONCERNS)[number];

/** A set of concerns, as bits. */
export type Concerns = number;

export const NONE: Concerns = 0;
export const SENSITIVE: Concerns = 1;
export const DANGEROUS: Concerns = 2;
export const OUTSIDE: Concerns = 4;
/** A common danger that the user would still want to see; every rule covers it. */
export const NOTABLE: Concerns = 8;
/** A file that the workspace ignores; every rule covers it. */
export const IGNORED: Concerns = 16;
/** It runs unseen code, or reads through files that a rule denies. Only a rule that names the program covers it. */
export const UNSEEN: Concerns = 32;
/** The code is in the line itself, so the rule has to include `dangerous` as well. */
export const INLINE: Concerns = 64;
export const MINOR: Concerns = NOTABLE | IGNORED;

const BITS: Readonly<Record<Concern, Concerns>> = { sensitive: SENSITIVE, dangerous: DANGEROUS, outside: OUTSIDE };

/** The concerns that an allow rule covers; minor ones are always included. */
export function toCoverage(including: readonly Concern[]): Concerns {
  return including.reduce((bits, concern) => bits | BITS[concern], MINOR);
}

/** The concerns that an allow would have to name. */
export function toConcerns(bits: Concerns): Concern[] {
  return CONCERNS.filter((concern) => (bits & BITS[concern]) !== 0);
}
