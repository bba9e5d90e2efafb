import { expect, it } from "vitest";
import { formatMoney, formatPrice, formatTokens } from "./amounts.ts";

it.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1k"],
  [1_050, "1.05k"],
  [9_999, "10k"],
  [12_345, "12.3k"],
  [99_990, "100k"],
  [200_000, "200k"],
  [999_499, "999k"],
  [999_500, "1M"],
  [1_050_000, "1.05M"],
  [20_000_000, "20M"],
  [1_500_000_000, "1500M"],
])("%i tokens are shown as %s", (tokens, expected) => {
  expect(formatTokens(tokens)).toBe(expected);
});

it.each([
  [0, "$0"],
  [0.000_01, "less than $0.0001"],
  [0.0001, "$0.0001"],
  [0.0567, "$0.0567"],
  [0.1, "$0.10"],
  [1.005, "$1.00"],
  [12.999, "$13.00"],
])("%d dollars are shown as %s", (dollars, expected) => {
  expect(formatMoney(dollars)).toBe(expected);
});

it("a price names what is known of it", () => {
  expect(formatPrice({ input: 3, output: 15, cacheRead: 0.3 })).toBe("$3 in, $15 out, $0.3 cached");
  expect(formatPrice({ input: 0, output: 10.125 })).toBe("$0 in, $10.125 out");
  expect(formatPrice(undefined)).toBe("price unknown");
});
