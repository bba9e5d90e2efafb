// Reads the start of a message that is too large to be parsed: its id and method, and the short fields of its params.
import type { Fields } from "./fields.ts";

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([{}[\],:])|([^\s"{}[\],:]+))/y;
/** By nesting depth. */
const NAMES: readonly ReadonlySet<string>[] = [
  new Set(),
  new Set(["id", "method", "result", "error"]),
  new Set(["sessionId", "path"]),
];

/** Undefined if it is not the start of a message. Fields that were cut off are missing. */
export function readHead(head: string): Fields | undefined {
  if (!/^\s*\{/.test(head)) return undefined;
  const found = new Map<string, unknown>();
  let depth = 0;
  let key: string | undefined;
  let isKey = true;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(head); match !== null; match = TOKEN.exec(head)) {
    const [, text, mark, scalar] = match;
    if (mark === "{" || mark === "[") {
      if (depth === 1 && key !== undefined) note(found, depth, key, {});
      depth += 1;
      isKey = mark === "{";
    } else if (mark === "}" || mark === "]") depth -= 1;
    else if (mark === ",") isKey = true;
    else if (mark === ":") isKey = false;
    else if (isKey && text !== undefined) key = parse(text) as string;
    else if (key !== undefined && TOKEN.lastIndex < head.length) note(found, depth, key, parse(text ?? scalar ?? ""));
  }
  return found.has("method") || found.has("id") ? toMessage(found, key) : undefined;
}

function note(found: Map<string, unknown>, depth: number, key: string, value: unknown): void {
  if (NAMES[depth]?.has(key) === true && !found.has(key) && value !== undefined) found.set(key, value);
}

/** `last` is the member whose value is cut off: a result that is one long text has at least begun. */
function toMessage(found: ReadonlyMap<string, unknown>, last: string | undefined): Fields {
  const method = found.get("method");
  const id = found.has("id") ? { id: found.get("id") } : {};
  if (typeof method === "string") {
    return { ...id, method, params: { sessionId: found.get("sessionId"), path: found.get("path") } };
  }
  if (found.has("error") || last === "error") return { ...id, error: {} };
  return { ...id, result: {} };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Truncated.
  }
}
