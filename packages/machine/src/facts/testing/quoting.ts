// A text quoted for a shell, in each of the ways that there are.

export const quoteSingle = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
export const quoteDouble = (text: string): string => `"${escape(text, /[\\"$`]/g)}"`;
export const quoteAnsiC = (text: string): string => `$'${escape(text, /[\\']/g).replaceAll("\n", String.raw`\n`)}'`;
export const quoteBack = (text: string): string => `\`${escape(text, /[\\$`]/g)}\``;

export function escape(text: string, pattern: RegExp): string {
  return text.replaceAll(pattern, String.raw`\$&`);
}
