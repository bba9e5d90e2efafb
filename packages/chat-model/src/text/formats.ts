// Numbers and times as people read them.
import { revealLine, toOneLine } from "@parley/base";

export function formatDuration(ms: number): string {
  if (ms < 100) return "";
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}m ${seconds % 60}s` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** In whole seconds, for what changes while one looks at it; nothing within the first. */
export function formatElapsed(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 1) return "";
  return seconds < 60 ? `${seconds}s` : formatDuration(seconds * 1000);
}

const UNITS: readonly (readonly [number, string])[] = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
];

/** How long ago something was, in its largest unit. */
export function formatAgo(ms: number): string {
  for (const [unit, name] of UNITS) {
    if (ms >= unit) return `${Math.floor(ms / unit)} ${name} ago`;
  }
  return "just now";
}

/** 12345 is 12k. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  if (tokens < 999_500) return `${(tokens / 1000).toFixed(tokens < 9_950 ? 1 : 0)}k`;
  return `${(tokens / 1_000_000).toFixed(1)}M`;
}

/** Agents write what they like. */
const CURRENCY_CHARS_MAX = 8;
const SIGNS: Readonly<Record<string, string>> = { USD: "$", EUR: "€", GBP: "£" };

export function formatCost(amount: number, currency: string): string {
  const digits = amount !== 0 && Math.abs(amount) < 0.01 ? 4 : 2;
  const sign = SIGNS[currency.toUpperCase()];
  return sign === undefined
    ? `${amount.toFixed(digits)} ${toOneLine(revealLine(currency), CURRENCY_CHARS_MAX)}`
    : sign + amount.toFixed(digits);
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
  const text = `${Math.round(share * 100)}% of ${formatTokens(usage.size)}`;
  return { text, share, isNearlyFull: share >= FULL_SHARE };
}
