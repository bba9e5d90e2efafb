// Words of a command as a person would type them: quoted wherever a shell would take them apart otherwise.

/** Words that a shell takes literally, so they need no quotes. */
const PLAIN = /^[\w@%+=:,./~-]+$/;

/** Marks a word that is only known at run time. No typed word matches it, and no pattern except a `*` on its own. */
const AT_RUN_TIME = "\0";

export function toShellLine(words: readonly string[]): string {
  return words.map(quoteWord).join(" ");
}

/** A variable, a substitution or a wildcard as it was written: a choice about it is a choice about the same words. */
export function markRunTimeWord(text: string): string {
  return `${AT_RUN_TIME}${text}`;
}

export function isRunTimeWord(word: string): boolean {
  return word.startsWith(AT_RUN_TIME);
}

/** The word as it was written, for rules that deny: they have to match every possible reading. */
export function unmarkWord(word: string): string {
  return isRunTimeWord(word) ? word.slice(AT_RUN_TIME.length) : word;
}

function quoteWord(word: string): string {
  if (word === AT_RUN_TIME) return "…";
  if (isRunTimeWord(word)) return quoteExpansion(unmarkWord(word));
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Wildcards stay bare: in quotes they would be plain text. */
function quoteExpansion(text: string): string {
  return /[$`]/.test(text) ? `"${text.replaceAll('"', String.raw`\"`)}"` : text;
}
