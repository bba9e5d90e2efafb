// Removes values that are known to be secret from a text, wherever they occur.
const HIDDEN = "…";

/** Values of fewer characters than `charsMin` could be ordinary words, so they stay. */
export function hideValues(text: string, values: readonly string[], charsMin: number): string {
  // Longest first, because one may be a prefix of another.
  const secrets = values.filter((value) => value.length >= charsMin).toSorted((a, b) => b.length - a.length);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
}
