// The day of a time, in this machine's time zone.

/** `2026-11-15` */
export function toDay(ms: number): string {
  const date = new Date(ms);
  return [padded(date.getFullYear(), 4), padded(date.getMonth() + 1, 2), padded(date.getDate(), 2)].join("-");
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, "0");
}
