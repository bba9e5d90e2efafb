// Matches a row of things against a pattern with gaps, in one pass with one place to go back to: no pattern makes it slow.

export interface SequencePattern<Item, Token> {
  readonly tokens: readonly Token[];
  /** Stands for any number of items. */
  isGap(token: Token): boolean;
  fits(token: Token, item: Item): boolean;
}

export function matchSequence<Item, Token>(items: ArrayLike<Item>, pattern: SequencePattern<Item, Token>): boolean {
  const { tokens } = pattern;
  let [at, token] = [0, 0];
  let gap: { readonly token: number; at: number } | undefined;
  while (at < items.length) {
    const current = tokens[token];
    if (current !== undefined && pattern.isGap(current)) {
      gap = { token, at };
      token += 1;
    } else if (current !== undefined && pattern.fits(current, items[at] as Item)) {
      token += 1;
      at += 1;
    } else if (gap === undefined) {
      return false;
    } else {
      gap.at += 1;
      at = gap.at;
      token = gap.token + 1;
    }
  }
  return tokens.slice(token).every((rest) => pattern.isGap(rest));
}
