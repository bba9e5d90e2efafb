// Finding a name by some of its letters: in order, the better the closer they are together and to the beginnings of words.

/** The larger the better; undefined if the letters are not all there. */
export function score(query: string, candidate: string): number | undefined {
  if (query === "") return 0;
  const wanted = query.toLowerCase();
  const text = candidate.toLowerCase();
  const nameStart = text.lastIndexOf("/") + 1;
  const whole = text.indexOf(wanted, nameStart);
  // A piece of the file's own name beats letters that are spread over the path.
  if (whole !== -1) return 1_000 - (whole - nameStart) * 5 - text.length * 0.1 + (isStart(candidate, whole) ? 100 : 0);
  const inPath = text.indexOf(wanted);
  if (inPath !== -1) return 500 - text.length * 0.1 + (isStart(candidate, inPath) ? 50 : 0);
  return scatteredScore(wanted, text, candidate);
}

/** The best first; of equals the shorter. */
export function findBest(query: string, candidates: readonly string[], limit: number): string[] {
  const found: { text: string; points: number }[] = [];
  for (const text of candidates) {
    const points = score(query, text);
    if (points !== undefined) found.push({ text, points });
  }
  found.sort(
    (one, other) =>
      other.points - one.points || one.text.length - other.text.length || (one.text < other.text ? -1 : 1),
  );
  return found.slice(0, limit).map(({ text }) => text);
}

function scatteredScore(wanted: string, text: string, candidate: string): number | undefined {
  let points = 0;
  let place = -1;
  for (const letter of wanted) {
    const next = text.indexOf(letter, place + 1);
    if (next === -1) return undefined;
    if (next === place + 1) points += 8;
    if (isStart(candidate, next)) points += 6;
    points -= Math.min(10, next - place - 1) * 0.2;
    place = next;
  }
  return points - text.length * 0.1;
}

function isStart(text: string, index: number): boolean {
  if (index === 0 || /[^\p{L}\p{N}]/u.test(text[index - 1] ?? "")) return true;
  return /\p{Lu}/u.test(text[index] ?? "") && /\p{Ll}/u.test(text[index - 1] ?? "");
}
