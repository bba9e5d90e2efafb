// How pages write times, amounts and numbers.

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `12 s`, `3 min 5 s`, `2 h 14 min`, `3 days`. */
export function formatDuration(ms: number): string {
  const whole = Math.max(0, ms);
  if (whole < MINUTE_MS) return `${Math.floor(whole / SECOND_MS)} s`;
  if (whole < HOUR_MS) return `${Math.floor(whole / MINUTE_MS)} min ${Math.floor((whole % MINUTE_MS) / SECOND_MS)} s`;
  if (whole < 2 * DAY_MS) return `${Math.floor(whole / HOUR_MS)} h ${Math.floor((whole % HOUR_MS) / MINUTE_MS)} min`;
  return `${Math.floor(whole / DAY_MS)} days`;
}
