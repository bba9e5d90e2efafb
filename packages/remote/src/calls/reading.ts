// Which operations may be sent again after a lost connection: those that only read, and those with a key.

/** The last word of an operation that changes nothing. */
const READING: ReadonlySet<string> = new Set([
  "choices",
  "events",
  "export",
  "get",
  "list",
  "ping",
  "search",
  "status",
  "timeline",
  "view",
]);

export function isReading(operation: string, params: object): boolean {
  if ("idempotencyKey" in params && params.idempotencyKey !== undefined) return true;
  return READING.has(operation.slice(operation.lastIndexOf("/") + 1));
}
