// A text with its quoted parts masked, so that they are not read as the user's own words.

const QUOTED = [
  /(?:^|\n)[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n[ \t]*\1|$)/g,
  /`[^`\n]+`/g,
  /"[^"\n]+"/g,
  /“[^”\n]+”/g,
  /\([^()\n]*\)/g,
];

/** As long as the text itself, so that positions are the same in both. Line breaks stay. */
export function mask(text: string): string {
  let masked = text;
  for (const pattern of QUOTED) masked = masked.replaceAll(pattern, (part) => part.replaceAll(/[^\n]/g, "x"));
  return masked;
}
