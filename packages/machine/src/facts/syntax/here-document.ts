// Here-documents: where bash would say that one begins and ends.
import type { Span } from "./quoted-text.ts";
import type { SyntaxNode } from "./syntax-tree.ts";

export interface HereDocument {
  readonly body: Span;
  /** Nothing in it is expanded. */
  readonly isRaw: boolean;
}

const START = /^(?:([\w.-]+)|'([^'\n]+)'|"([^"\n$`\\]+)"|\\(\w+))$/;

/** Undefined unless the grammar found the same text as bash would. */
export function readHereDocument(source: string, node: SyntaxNode): HereDocument | undefined {
  const start = node.children.find(({ type }) => type === "heredoc_start");
  const end = node.children.find(({ type }) => type === "heredoc_end");
  if (start === undefined || end === undefined) return undefined;
  const [, plain, ...quoted] = START.exec(source.slice(start.start, start.end)) ?? [];
  const delimiter = plain ?? quoted.find((text) => text !== undefined);
  const lineEnd = source.indexOf("\n", start.end);
  if (delimiter === undefined || lineEnd < 0) return undefined;
  // What else is on the line must end there: a here-document begins behind the next line break that is no text.
  const others = node.children.filter(({ type }) => !type.startsWith("heredoc_"));
  if (others.some((other) => other.end > lineEnd)) return undefined;
  const isIndented = node.children.some(({ type }) => type === "<<-");
  const body = findBody(source, lineEnd + 1, delimiter, isIndented);
  if (body === undefined || body.delimiterAt !== end.start || end.end - end.start !== delimiter.length)
    return undefined;
  const isRaw = plain === undefined;
  // A backslash at the end of a line hides the delimiter that may come next.
  if (!isRaw && /\\\n/.test(source.slice(body.start, body.end))) return undefined;
  return { body, isRaw };
}

function findBody(
  source: string,
  start: number,
  delimiter: string,
  isIndented: boolean,
): (Span & { delimiterAt: number }) | undefined {
  for (let at = start; at <= source.length;) {
    const found = source.indexOf("\n", at);
    const next = found < 0 ? source.length : found;
    const line = source.slice(at, next);
    const text = isIndented ? line.replace(/^\t+/, "") : line;
    if (text === delimiter) return { start, end: at, delimiterAt: at + line.length - text.length };
    at = next + 1;
  }
  return undefined;
}
