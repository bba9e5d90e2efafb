// Finds lines that occur exactly once in a text.

/** The only place where these lines occur; undefined if there are none or several. */
export function findOnly(lines: readonly string[], wanted: readonly string[]): number | undefined {
  let found: number | undefined;
  for (let start = 0; start + wanted.length <= lines.length; start += 1) {
    if (!wanted.every((line, index) => lines[start + index] === line)) continue;
    if (found !== undefined) return undefined;
    found = start;
  }
  return found;
}
