// Times of day and speeds as people read them.

const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** Recordings without times count from 0; those show how far they are. */
const DAY_MS = 86_400_000;

export function formatClock(atMs: number): string {
  if (atMs >= DAY_MS) return CLOCK.format(atMs);
  const seconds = Math.floor(atMs / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const TENTHS = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 1,
});

/** A moment of a short time, in which seconds alone would often be the same. */
export function formatTenths(atMs: number): string {
  if (atMs >= DAY_MS) return TENTHS.format(atMs);
  return `${formatClock(atMs)}.${Math.floor((atMs % 1_000) / 100)}`;
}

export function formatSpeed(speed: number): string {
  return `${speed.toLocaleString("en")}×`;
}
