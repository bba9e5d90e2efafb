// Words of a command as a user would type them, quoted where a shell would otherwise split or expand them.

/** Words that a shell takes literally, so they need no quotes. */
const PLAIN = /^[\w@%+=:,./~-]+$/;

/** Marks a word that is only known at run time. It matches no typed word, and no pattern except a lone `*`. */
const AT_RUN_TIME = "\0";

export function toShellLine(words: readonly string[]): string {
  return words.map(quoteWord).join(" ");
}

/** A variable, a substitution or a wildcard as written: a choice about it applies to the same words. */
export function markRunTimeWord(text: string): string {
  return `${AT_RUN_TIME}${text}`;
}

export function isRunTimeWord(word: string): boolean {
  return word.startsWith(AT_RUN_TIME);
}

/** The word as written, for deny rules, which have to match every possible reading. */
export function unmarkWord(word: string): string {
  return isRunTimeWord(word) ? word.slice(AT_RUN_TIME.length) : word;
}

function quoteWord(word: string): string {
  if (word === AT_RUN_TIME) return "…";
  if (isRunTimeWord(word)) return quoteExpansion(unmarkWord(word));
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Wildcards stay unquoted, because quotes would make them plain text. */
function quoteExpansion(text: string): string {
  return /[$`]/.test(text) ? `"${text.replaceAll('"', String.raw`\"`)}"` : text;
}
