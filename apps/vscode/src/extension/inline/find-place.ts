// Where a piece of text is now: at its old place, or wherever it is the only one of its kind.

/** The offset, or undefined if the text is gone, empty, or there more than once. */
export function findPlace(text: string, piece: string, near: number): number | undefined {
  if (piece === "") return undefined;
  if (text.startsWith(piece, near)) return near;
  const first = text.indexOf(piece);
  return first === -1 || text.indexOf(piece, first + 1) !== -1 ? undefined : first;
}
