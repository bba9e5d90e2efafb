// Formats tokens and money.
import type { ModelPrice } from "../models/model.ts";

/** 950, 12.3k, 200k, 1.05M. */
export function formatTokens(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  const [value, unit] = tokens < 999_500 ? [tokens / 1_000, "k"] : [tokens / 1_000_000, "M"];
  return `${trimZeros(value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0))}${unit}`;
}

/** To the cent, with more digits for small amounts. */
export function formatMoney(dollars: number): string {
  if (dollars === 0) return "$0";
  if (dollars < 0.0001) return "less than $0.0001";
  return `$${dollars < 0.1 ? dollars.toFixed(4) : dollars.toFixed(2)}`;
}

export function formatPrice(price: ModelPrice | undefined): string {
  if (price === undefined) return "price unknown";
  const { input, output, cacheRead } = price;
  const cached = cacheRead === undefined ? "" : `, ${formatRate(cacheRead)} cached`;
  return `${formatRate(input)} in, ${formatRate(output)} out${cached}`;
}

function formatRate(dollars: number): string {
  return `$${trimZeros(dollars.toFixed(3))}`;
}

function trimZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
