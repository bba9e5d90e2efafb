// YAML that people wrote, read with care. The library is loaded by the first who has some.
import { messageOf } from "./sentences.ts";

export type ParsedYaml =
  | { readonly value: unknown }
  /** `line`: from 1; undefined if all of it is the problem. */
  | { readonly wrong: string; readonly line: number | undefined };

/** Never rejects. The time it takes grows faster than the text: whoever calls has a limit on that. */
export async function parseYaml(text: string): Promise<ParsedYaml> {
  const { LineCounter, parseDocument } = await import("yaml");
  const lineCounter = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter, logLevel: "silent", prettyErrors: false });
    const [first] = [...document.errors, ...document.warnings];
    if (first !== undefined) return { wrong: first.message, line: lineCounter.linePos(first.pos[0]).line };
    // Nobody needs aliases here, and a few of them can be made to stand for gigabytes.
    return { value: document.toJS({ maxAliasCount: 0 }) as unknown };
  } catch (error) {
    return { wrong: messageOf(error), line: undefined };
  }
}
