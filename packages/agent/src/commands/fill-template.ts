// Fills the placeholders of a template with the arguments: `$ARGUMENTS` for all of them, `$1` to `$9` for single words.

const PLACES_MAX = 9;
const PLACE = /\$(ARGUMENTS\b|[1-9](?!\d))/g;

/** In a single pass, so that arguments are never taken for placeholders. Without a placeholder they are appended. */
export function fillTemplate(template: string, typed: string): string {
  const words = splitWords(typed);
  let hasPlace = false;
  const filled = template.replaceAll(PLACE, (_, place: string) => {
    hasPlace = true;
    return place === "ARGUMENTS" ? typed : (words[Number(place) - 1] ?? "");
  });
  return hasPlace || typed === "" ? filled : `${filled}\n\n${typed}`;
}

/** Splits at white space outside quotes. An unclosed quote, or one within a word, is an ordinary character. */
export function splitWords(typed: string, wordsMax: number = PLACES_MAX): string[] {
  const words: string[] = [];
  for (const [word, double, single] of typed.matchAll(/"((?:[^"\\]|\\.)*)"(?=\s|$)|'([^']*)'(?=\s|$)|\S+/gs)) {
    if (words.length >= wordsMax) break;
    words.push(double?.replaceAll(/\\(["\\])/g, "$1") ?? single ?? word);
  }
  return words;
}
