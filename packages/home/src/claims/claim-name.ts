// The names of claim files. Separate from the claims, so that code that only reads names loads nothing else.

/** The name of what a claim file claims, whether its owner is alive or not; undefined if it is not a claim. */
export function claimedBy(name: string): string | undefined {
  return /^(.+)\.[^.]+\.claim$/.exec(name)?.[1];
}
