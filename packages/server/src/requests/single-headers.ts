// Headers for authentication and framing must not repeat: two parsers might choose different values.

const SINGLE: ReadonlySet<string> = new Set([
  "acp-connection-id",
  "acp-session-id",
  "authorization",
  "content-encoding",
  "content-length",
  "content-type",
  "host",
  "idempotency-key",
  "origin",
  "sec-fetch-site",
  "transfer-encoding",
  "upgrade",
  "x-secret-key",
]);
const LENGTHS: ReadonlySet<number> = new Set([...SINGLE].map(({ length }) => length));

/** The name of one that was sent more than once. Takes the raw list of alternating names and values. */
export function findRepeatedHeader(rawHeaders: readonly string[]): string | undefined {
  const seen: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (!LENGTHS.has(name.length)) continue;
    const lower = name.toLowerCase();
    if (!SINGLE.has(lower)) continue;
    if (seen.includes(lower)) return lower;
    seen.push(lower);
  }
  return undefined;
}
