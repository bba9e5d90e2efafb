import { expect, it } from "vitest";
import { describeContextUse, formatAgo, formatCost, formatDuration, formatElapsed, formatTokens } from "./formats.ts";

it("formats times", () => {
  expect([40, 1_500, 12_400, 75_000, 3_720_000].map(formatDuration)).toEqual(["", "1.5s", "12s", "1m 15s", "1h 2m"]);
  expect([500, 1_900, 61_000].map(formatElapsed)).toEqual(["", "1s", "1m 1s"]);
  expect([0, 59_999, 60_000, 7_200_000, 200_000_000].map(formatAgo)).toEqual([
    "just now",
    "just now",
    "1 min ago",
    "2 h ago",
    "2 d ago",
  ]);
});

it("formats tokens, and changes the unit where rounding does", () => {
  expect([999, 1_234, 45_600, 2_500_000].map(formatTokens)).toEqual(["999", "1.2k", "46k", "2.5M"]);
  expect([9_949, 9_950, 9_999, 999_499, 999_500].map(formatTokens)).toEqual(["9.9k", "10k", "10k", "999k", "1.0M"]);
});

it("formats costs", () => {
  expect([formatCost(0.25, "USD"), formatCost(0.0012, "usd"), formatCost(3, "credits")]).toEqual([
    "$0.25",
    "$0.0012",
    "3.00 credits",
  ]);
});

it("says how full a context is, and that it is nearly full", () => {
  expect(describeContextUse({ used: 50_000, size: 200_000 })).toEqual({
    text: "25% of 200k",
    share: 0.25,
    isNearlyFull: false,
  });
  expect(describeContextUse({ used: 190, size: 200 })?.isNearlyFull).toBe(true);
  expect([describeContextUse(null), describeContextUse({ used: 1, size: 0 })]).toEqual([undefined, undefined]);
});
