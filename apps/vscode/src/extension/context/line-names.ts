// How lines are named behind a path: `:10-20`, counted from 1.

interface Lines {
  readonly start: { readonly line: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** Empty without a range. A selection that ends before the first character of a line does not have that line. */
export function nameLines(range: Lines | undefined): string {
  if (range === undefined) return "";
  const first = range.start.line + 1;
  const last = range.end.character === 0 && range.end.line > range.start.line ? range.end.line : range.end.line + 1;
  return first === last ? `:${first}` : `:${first}-${last}`;
}
