// Numbers as people read them.

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

/** 12345 is 12k. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  if (tokens < 1_000_000) return `${(tokens / 1000).toFixed(tokens < 10_000 ? 1 : 0)}k`;
  return `${(tokens / 1_000_000).toFixed(1)}M`;
}

const SIGNS: Readonly<Record<string, string>> = { USD: "$", EUR: "€", GBP: "£" };

export function formatCost(amount: number, currency: string): string {
  const digits = amount !== 0 && Math.abs(amount) < 0.01 ? 4 : 2;
  const sign = SIGNS[currency.toUpperCase()];
  return sign === undefined ? `${amount.toFixed(digits)} ${currency}` : sign + amount.toFixed(digits);
}
