// Takes what a server was given in confidence (its environment, its headers) out of everything that is said or logged about it.
import type { McpServer } from "@parley/acp";
import { redact } from "@parley/policy";
import { REASON_CHARS_MAX, REASON_HEAD_CHARS, SECRET_CHARS_MIN } from "./limits.ts";

const HIDDEN = "…";

export type Redactor = (text: string) => string;

/** Bounded too: whatever a server says of itself fits in a notice. */
export function createRedactor(server: McpServer): Redactor {
  const secrets = secretsOf(server).toSorted((a, b) => b.length - a.length);
  return (text) => {
    const open = secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
    const safe = redact(open);
    if (safe.length <= REASON_CHARS_MAX) return safe;
    // What happened is at the beginning, and why a server gave up at the end of what it wrote.
    return `${safe.slice(0, REASON_HEAD_CHARS)} ${HIDDEN} ${safe.slice(REASON_HEAD_CHARS - REASON_CHARS_MAX)}`;
  };
}

function secretsOf(server: McpServer): string[] {
  const given = [...pairsIn(server, "env"), ...pairsIn(server, "headers")];
  // "Bearer abc" is told as "abc" by some.
  const words = given.flatMap((value) => [value, ...value.split(/\s+/)]);
  return [...new Set([...words, ...queryValues(server)])].filter((value) => value.length >= SECRET_CHARS_MIN);
}

function pairsIn(server: McpServer, field: "env" | "headers"): string[] {
  const list: unknown = (server as { readonly [name in typeof field]?: unknown })[field];
  if (!Array.isArray(list)) return [];
  return list.flatMap((pair: unknown) => {
    const value: unknown = (pair as { readonly value?: unknown } | null)?.value;
    return typeof value === "string" ? [value] : [];
  });
}

/** Keys are often given in an address. */
function queryValues(server: McpServer): string[] {
  const { url } = server as { readonly url?: unknown };
  if (typeof url !== "string" || !URL.canParse(url)) return [];
  const { searchParams, password } = new URL(url);
  return [...searchParams.values(), password];
}
