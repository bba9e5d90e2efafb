// A command to copy for each route.
import type { RouteContract } from "../route.ts";

export function toCurl({ method, path, body, bodyType, example, reply }: RouteContract, baseUrl: string): string {
  const words = ["curl"];
  if (reply.contentType === "text/event-stream") words.push("-N");
  if (method !== "get") words.push(`-X ${method.toUpperCase()}`);
  words.push(`"${baseUrl}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}"`);
  words.push(`-H "Authorization: Bearer $PARLEY_TOKEN"`);
  if (bodyType !== undefined) words.push(`-H "Content-Type: ${bodyType}" --data-binary @session.ndjson`);
  else if (body !== undefined)
    words.push(`-H "Content-Type: application/json"`, `-d ${quote(JSON.stringify(example ?? {}))}`);
  return words.join(" \\\n  ");
}

/** For a shell: only the quote itself needs care. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
