// Prepares a text for searching: escaped line breaks become line breaks, and colour codes become blanks. Positions do
// not change, so matches have the same positions in the original.

/** Bounded, so that a long row of backslashes takes little time. */
const WRITTEN_BREAK = /\\{1,16}[nrt]/g;
// oxlint-disable-next-line no-control-regex -- escape sequences begin with a control character
const COLOUR = /(?:\u001b|\\{1,8}(?:u001b|x1b|033|e))\[[\d;]{0,20}[A-Za-z]/gi;

export function flatten(text: string): string {
  const hasBackslash = text.includes("\\");
  const flat = hasBackslash ? text.replaceAll(WRITTEN_BREAK, toBreak) : text;
  return hasBackslash || text.includes("\u001b") ? flat.replaceAll(COLOUR, toBlanks) : flat;
}

function toBreak(written: string): string {
  const sign = written.endsWith("t") ? "\t" : "\n";
  return " ".repeat(written.length - 1) + sign;
}

function toBlanks(sequence: string): string {
  return " ".repeat(sequence.length);
}
