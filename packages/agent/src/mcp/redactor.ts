// Removes a server's secrets (environment, headers) from messages and logs about it.
import type { McpServer } from "@parley/acp";
import { hideValues, redact } from "@parley/policy";
import { endOf, startOf } from "@parley/base";
import { MCP_REASON_CHARS_MAX, MCP_REASON_HEAD_CHARS, MCP_SECRET_CHARS_MIN } from "../mcp-limits.ts";

export type Redactor = (text: string) => string;

/** Also limits the length, so that it fits in a notice. */
export function createRedactor(server: McpServer, tokens: ReadonlySet<string> = new Set()): Redactor {
  const secrets = secretsOf(server);
  return (text) => {
    const safe = redact(hideValues(text, [...secrets, ...tokens], MCP_SECRET_CHARS_MIN));
    if (safe.length <= MCP_REASON_CHARS_MAX) return safe;
    // Keeps the beginning (what happened) and the end (the last output of the server).
    return `${startOf(safe, MCP_REASON_HEAD_CHARS)} … ${endOf(safe, MCP_REASON_CHARS_MAX - MCP_REASON_HEAD_CHARS)}`;
  };
}

function secretsOf(server: McpServer): string[] {
  const given = [...pairsIn(server, "env"), ...pairsIn(server, "headers")];
  // Some servers quote "Bearer abc" as "abc".
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

/** URLs often contain keys. */
function queryValues(server: McpServer): string[] {
  const { url } = server as { readonly url?: unknown };
  if (typeof url !== "string" || !URL.canParse(url)) return [];
  const { searchParams, password } = new URL(url);
  return [...searchParams.values(), password];
}
