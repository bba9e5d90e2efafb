// A curl command for each route.
import type { RouteContract } from "@parley/contract";
import type { ZodObject } from "zod";

/** Values of required query parameters. Other parameters are shell variables; $PATH is the shell's own. */
const QUERY_EXAMPLES: Readonly<Record<string, string>> = { q: "deadline", session_id: "$ID", path: "$FILE" };

export function toCurl(
  { method, path, query, body, bodyType, example, reply }: RouteContract,
  baseUrl: string,
): string {
  const words = ["curl"];
  if (reply.contentType === "text/event-stream") words.push("-N");
  if (method !== "get") words.push(`-X ${method.toUpperCase()}`);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
  words.push(`"${baseUrl}${filled}${toQuery(query as ZodObject | undefined)}"`);
  words.push(`-H "Authorization: Bearer $PARLEY_TOKEN"`);
  if (bodyType !== undefined) words.push(`-H "Content-Type: ${bodyType}" --data-binary @session.ndjson`);
  else if (body !== undefined)
    words.push(`-H "Content-Type: application/json"`, `-d ${quote(JSON.stringify(example ?? {}))}`);
  return words.join(" \\\n  ");
}

/** Required parameters only. */
function toQuery(query: ZodObject | undefined): string {
  const required = Object.entries(query?.shape ?? {}).filter(([, schema]) => !schema.safeParse(undefined).success);
  const pairs = required.map(([name]) => `${name}=${QUERY_EXAMPLES[name] ?? `$${name.toUpperCase()}`}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Quotes for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
