// A text in which what is quoted cannot be mistaken for the writer's own words.

const QUOTED = [
  /(?:^|\n)[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n[ \t]*\1|$)/g,
  /`[^`\n]+`/g,
  /"[^"\n]+"/g,
  /“[^”\n]+”/g,
  /\([^()\n]*\)/g,
];

/** As long as the text itself, so that a place in one is a place in the other. Lines stay lines. */
export function mask(text: string): string {
  let masked = text;
  for (const pattern of QUOTED) masked = masked.replaceAll(pattern, (part) => part.replaceAll(/[^\n]/g, "x"));
  return masked;
}
