// Identifies a message from the beginning and end of a line that was too long to keep.
import type { RequestId } from "./message.ts";

export interface OversizedMessage {
  readonly kind: "request" | "response" | "notification" | "unknown";
  readonly id: RequestId | undefined;
}

const ID_AT_END = /"id"\s*:\s*(-?\d+|"(?:[^"\\]|\\.)*"|null)\s*\}\s*$/;

export function identifyOversized(head: string, tail: string): OversizedMessage {
  const members = readTopLevelMembers(head);
  // Some writers put the id last.
  const id = members.has("id") ? parseId(members.get("id")) : parseId(ID_AT_END.exec(tail)?.[1]);
  if (members.has("method") || members.has("params")) {
    return { kind: id === undefined ? "notification" : "request", id };
  }
  if (members.has("result") || members.has("error")) return { kind: "response", id };
  return { kind: "unknown", id };
}

/** The readable members of a truncated JSON object; a truncated or nested value is empty text. */
function readTopLevelMembers(head: string): Map<string, string> {
  const members = new Map<string, string>();
  const token = /\s*(?:("(?:[^"\\]|\\.)*")|([{}[\],:])|([^\s"{}[\],:]+))/y;
  let depth = 0;
  let key: string | undefined;
  let isKey = true;
  for (let match = token.exec(head); match !== null; match = token.exec(head)) {
    const [, text, mark, scalar] = match;
    if (mark === "{" || mark === "[") {
      if (depth === 1 && key !== undefined) members.set(key, "");
      depth += 1;
    } else if (mark === "}" || mark === "]") depth -= 1;
    else if (depth !== 1) continue;
    else if (mark === ",") isKey = true;
    else if (mark === ":") isKey = false;
    else if (isKey && text !== undefined) key = text.slice(1, -1);
    else if (key !== undefined) members.set(key, text ?? wholeScalar(scalar, token.lastIndex < head.length));
  }
  // The head may end inside the value of this member.
  if (depth >= 1 && key !== undefined && !isKey && !members.has(key)) members.set(key, "");
  return members;
}

/** A number at the very end of the head may be cut off, and would then be a different number. */
function wholeScalar(scalar: string | undefined, isEnded: boolean): string {
  return isEnded ? (scalar ?? "") : "";
}

function parseId(text: string | undefined): RequestId | undefined {
  if (text === undefined || text === "") return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "number" || typeof value === "string" || value === null ? value : undefined;
  } catch {
    return undefined; // Truncated, so it is unknown.
  }
}
