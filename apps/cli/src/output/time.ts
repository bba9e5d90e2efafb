// Times for people: how long ago for what is recent, the day for what is not.

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

/** At the edge, times are ISO with Z. */
export function toIso(atMs: number): string {
  return new Date(atMs).toISOString();
}
