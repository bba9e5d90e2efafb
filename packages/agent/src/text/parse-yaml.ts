// Parses YAML from users, with limits. The library is loaded on first use.
import { messageOf } from "./sentences.ts";

export type ParsedYaml =
  | { readonly value: unknown }
  /** `line`: from 1; undefined if unknown. */
  | { readonly wrong: string; readonly line: number | undefined };

/** Never rejects. Parsing time grows faster than the text, so callers must limit its length. */
export async function parseYaml(text: string): Promise<ParsedYaml> {
  const { LineCounter, parseDocument } = await import("yaml");
  const lineCounter = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter, logLevel: "silent", prettyErrors: false });
    const [first] = [...document.errors, ...document.warnings];
    if (first !== undefined) return { wrong: first.message, line: lineCounter.linePos(first.pos[0]).line };
    // Aliases are disabled, because a few of them can expand to gigabytes.
    return { value: document.toJS({ maxAliasCount: 0 }) as unknown };
  } catch (error) {
    return { wrong: messageOf(error), line: undefined };
  }
}
