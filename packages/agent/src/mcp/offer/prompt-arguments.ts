// Parses the arguments of a prompt: by position or as name=value, with quotes around values.
import type { PromptArgument } from "../connection.ts";

interface Word {
  readonly text: string;
  /** Start position, for a last value that takes the rest. */
  readonly start: number;
}

export type PromptValues =
  | { readonly values: Readonly<Record<string, string>> }
  | { readonly missing: readonly string[]; readonly tooMany?: undefined }
  | { readonly tooMany: readonly string[]; readonly missing?: undefined };

/** One word, with quoted parts. */
const WORD = /(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"']|["'])+/g;
const PIECE = /"((?:[^"\\]|\\.)*)"|'([^']*)'|([^"']+|["'])/g;

export function parsePromptValues(typed: string, declared: readonly PromptArgument[]): PromptValues {
  const values = new Map<string, string>();
  const positional: Word[] = [];
  for (const word of splitWords(typed)) {
    const { name, value } = /^(?<name>[^=\s"']+)=(?<value>[\s\S]*)$/.exec(word.text)?.groups ?? {};
    // Only declared names make a named value; otherwise `a=b` is an ordinary value.
    if (name !== undefined && declared.some((argument) => argument.name === name)) values.set(name, value ?? "");
    else positional.push(word);
  }
  const open = declared.filter(({ name }) => !values.has(name));
  for (const [index, { name }] of open.entries()) {
    const word = positional[index];
    if (word === undefined) break;
    const takesRest = index === open.length - 1 && positional.length > open.length && values.size === index;
    values.set(name, takesRest ? typed.slice(word.start).trim() : word.text);
    if (takesRest) positional.length = open.length;
  }
  if (positional.length > open.length) return { tooMany: positional.slice(open.length).map(({ text }) => text) };
  const missing = declared.filter(({ name, isRequired }) => isRequired && !values.has(name)).map(({ name }) => name);
  return missing.length > 0 ? { missing } : { values: Object.fromEntries(values) };
}

/** Unlike in command templates, a quote may occur within a word (`name="two words"`), and positions matter. */
function splitWords(typed: string): Word[] {
  return [...typed.matchAll(WORD)].map((match) => ({ text: unquote(match[0]), start: match.index }));
}

function unquote(word: string): string {
  return word.replaceAll(PIECE, (_, double?: string, single?: string, plain?: string) =>
    double === undefined ? (single ?? plain ?? "") : double.replaceAll(/\\(.)/g, "$1"),
  );
}
