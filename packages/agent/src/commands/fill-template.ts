// Puts what was typed in the places that a template has for it: `$ARGUMENTS` for all of it, `$1` to `$9` for its words.

const PLACES_MAX = 9;
const PLACE = /\$(ARGUMENTS\b|[1-9](?!\d))/g;

/** In one pass: what was typed is never taken for a place. Without a place it goes behind the template, so that nothing is lost. */
export function fillTemplate(template: string, typed: string): string {
  const words = splitWords(typed);
  let hasPlace = false;
  const filled = template.replaceAll(PLACE, (_, place: string) => {
    hasPlace = true;
    return place === "ARGUMENTS" ? typed : (words[Number(place) - 1] ?? "");
  });
  return hasPlace || typed === "" ? filled : `${filled}\n\n${typed}`;
}

/** The first few, at blanks, but not within quotes. A quote that does not end, or is in a word, is a character as any other. */
export function splitWords(typed: string, wordsMax: number = PLACES_MAX): string[] {
  const words: string[] = [];
  for (const [word, double, single] of typed.matchAll(/"((?:[^"\\]|\\.)*)"(?=\s|$)|'([^']*)'(?=\s|$)|\S+/gs)) {
    if (words.length >= wordsMax) break;
    words.push(double?.replaceAll(/\\(["\\])/g, "$1") ?? single ?? word);
  }
  return words;
}
