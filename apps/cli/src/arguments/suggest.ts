// "Did you mean …?": the known word nearest to one that was mistyped.

/** Undefined if nothing is near enough to be what was meant. */
export function suggest(typed: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const word of known) {
    const distance = word.startsWith(typed) && typed.length > 1 ? 1 : editDistance(typed, word);
    if (distance < bestDistance) {
      best = word;
      bestDistance = distance;
    }
  }
  return best;
}

/** Letters put in, left out, changed or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      const above = (last[column] ?? 0) + 1;
      const left = (current[column - 1] ?? 0) + 1;
      const diagonal = (last[column - 1] ?? 0) + cost;
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swap = isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(above, left, diagonal, swap));
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
