// Numbers and times as people read them.
import { revealLine, toOneLine, t, formatDecimal } from "@parley/base";

export function formatDuration(ms: number): string {
  if (ms < 100) return "";
  if (ms < 10_000) return t("{0}s", formatDecimal(ms / 1000, 1));
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return t("{0}s", seconds);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? t("{0}m {1}s", minutes, seconds % 60) : t("{0}h {1}m", Math.floor(minutes / 60), minutes % 60);
}

/** In whole seconds, for what changes while one looks at it; nothing within the first. */
export function formatElapsed(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 1) return "";
  return seconds < 60 ? t("{0}s", seconds) : formatDuration(seconds * 1000);
}

/** How long ago something was, in its largest unit. */
export function formatAgo(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes >= 24 * 60) return t("{0} d ago", Math.floor(minutes / (24 * 60)));
  if (minutes >= 60) return t("{0} h ago", Math.floor(minutes / 60));
  return minutes >= 1 ? t("{0} min ago", minutes) : t("just now");
}

/** 12345 is 12k. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  if (tokens < 999_500) return `${formatDecimal(tokens / 1000, tokens < 9_950 ? 1 : 0)}k`;
  return `${formatDecimal(tokens / 1_000_000, 1)}M`;
}

/** Agents write what they like. */
const CURRENCY_CHARS_MAX = 8;
const SIGNS: Readonly<Record<string, string>> = { USD: "$", EUR: "€", GBP: "£" };

export function formatCost(amount: number, currency: string): string {
  const digits = amount !== 0 && Math.abs(amount) < 0.01 ? 4 : 2;
  const sign = SIGNS[currency.toUpperCase()];
  const shown = formatDecimal(amount, digits);
  return sign === undefined
    ? `${shown} ${toOneLine(revealLine(currency), CURRENCY_CHARS_MAX)}`
    : t("{0}{1}", sign, shown);
}

/** A context this full is about to be summarised. */
const FULL_SHARE = 0.85;

export interface ContextUse {
  /** `12% of 200k`. */
  readonly text: string;
  /** From 0 to 1, or more when the agent says so. */
  readonly share: number;
  readonly isNearlyFull: boolean;
}

export function describeContextUse(
  usage: { readonly used: number; readonly size: number } | null | undefined,
): ContextUse | undefined {
  if (!usage || usage.size <= 0) return undefined;
  const share = usage.used / usage.size;
  const text = t("{0}% of {1}", Math.round(share * 100), formatTokens(usage.size));
  return { text, share, isNearlyFull: share >= FULL_SHARE };
}
