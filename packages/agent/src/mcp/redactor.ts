// Takes what a server was given in confidence (its environment, its headers) out of everything that is said or logged about it.
import type { McpServer } from "@parley/acp";
import { redact } from "@parley/policy";
import { hideValues } from "../secrets/hide-secrets.ts";
import { endOf, startOf } from "@parley/base";
import { REASON_CHARS_MAX, REASON_HEAD_CHARS, SECRET_CHARS_MIN } from "./limits.ts";

export type Redactor = (text: string) => string;

/** Bounded too: whatever a server says of itself fits in a notice. */
export function createRedactor(server: McpServer): Redactor {
  const secrets = secretsOf(server);
  return (text) => {
    const safe = redact(hideValues(text, secrets, SECRET_CHARS_MIN));
    if (safe.length <= REASON_CHARS_MAX) return safe;
    // What happened is at the beginning, and why a server gave up at the end of what it wrote.
    return `${startOf(safe, REASON_HEAD_CHARS)} … ${endOf(safe, REASON_CHARS_MAX - REASON_HEAD_CHARS)}`;
  };
}

function secretsOf(server: McpServer): string[] {
  const given = [...pairsIn(server, "env"), ...pairsIn(server, "headers")];
  // "Bearer abc" is told as "abc" by some.
  const words = given.flatMap((value) => [value, ...value.split(/\s+/)]);
  return [...new Set([...words, ...queryValues(server)])];
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
