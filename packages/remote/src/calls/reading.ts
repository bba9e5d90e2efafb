// Which operations may be sent again after a lost connection: those that only read, as their last word says.

/** The table of operations itself stays with the server: its schemas would be most of a client. */
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
