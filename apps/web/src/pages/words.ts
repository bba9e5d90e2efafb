// How pages write times, amounts and numbers.

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `< 1 s`, `12 s`, `3 min 5 s`, `2 h 14 min`, `3 days`. */
export function formatDuration(ms: number): string {
  const whole = Math.max(0, ms);
  if (whole > 0 && whole < SECOND_MS) return "< 1 s";
  if (whole < MINUTE_MS) return `${Math.floor(whole / SECOND_MS)} s`;
  if (whole < HOUR_MS) return `${Math.floor(whole / MINUTE_MS)} min ${Math.floor((whole % MINUTE_MS) / SECOND_MS)} s`;
  if (whole < 2 * DAY_MS) return `${Math.floor(whole / HOUR_MS)} h ${Math.floor((whole % HOUR_MS) / MINUTE_MS)} min`;
  return `${Math.floor(whole / DAY_MS)} days`;
}

/** `950`, `12.3 k`, `4.56 M`. */
export function formatCount(count: number): string {
  if (count < 1_000) return String(Math.round(count));
  return count < 1_000_000 ? `${(count / 1_000).toFixed(1)} k` : `${(count / 1_000_000).toFixed(2)} M`;
}

export interface Amount {
  readonly amount: number;
  readonly currency: string;
}

/** Small amounts with more digits, so that a cheap turn is not free. */
export function formatAmount({ amount, currency }: Amount): string {
  const digits = amount !== 0 && Math.abs(amount) < 0.1 ? 4 : 2;
  const isKnown = /^[A-Z]{3}$/.test(currency);
  if (!isKnown) return `${amount.toFixed(digits)} ${currency.slice(0, 8)}`;
  const options = {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  } as const;
  return new Intl.NumberFormat("en", options).format(amount);
}

export function formatAmounts(amounts: readonly Amount[]): string {
  return amounts.map(formatAmount).join(" + ");
}
