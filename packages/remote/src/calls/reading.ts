// Operations that may be resent after a lost connection: those that only read, recognised by the last word of their
// name.

/** The table of operations itself stays on the server, because its schemas would be most of a client's code. */
const READING: ReadonlySet<string> = new Set([
  "catalogue",
  "choices",
  "diff",
  "events",
  "extensions",
  "file",
  "get",
  "job",
  "jobs",
  "list",
  "log",
  "rewindPoints",
  "search",
  "settings",
  "sessions",
  "status",
  "signIns",
  "sizes",
  "symbols",
  "text",
  "timeline",
  "trace",
  "traffic",
]);

export function isReading(operation: string): boolean {
  return READING.has(operation.slice(operation.lastIndexOf("/") + 1));
}
