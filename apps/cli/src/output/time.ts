// Times for users: recent ones as an age, older ones as a date.

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const RECENT_DAYS = 7;

export function ago(atMs: number, nowMs: number): string {
  const passed = nowMs - atMs;
  if (passed < MINUTE_MS) return "just now";
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)} min ago`;
  if (passed < DAY_MS) return `${Math.floor(passed / HOUR_MS)} h ago`;
  const days = Math.floor(passed / DAY_MS);
  if (days < RECENT_DAYS) return `${days} d ago`;
  return new Date(atMs).toISOString().slice(0, 10);
}

/** In JSON output, times are in ISO format with Z. */
export function toIso(atMs: number): string {
  return new Date(atMs).toISOString();
}
