// What a claim is called. Apart from the claims, so that whoever only looks at names loads no more than this.

/** The name of what a file of that name claims, for somebody alive or dead; undefined if it is no claim. */
export function claimedBy(name: string): string | undefined {
  return /^(.+)\.[^.]+\.claim$/.exec(name)?.[1];
}
