import { expect, it } from "vitest";
import { formatAmount, formatAmounts, formatCount, formatDuration } from "./words.ts";

it.each([
  [0, "0 s"],
  [61_000, "1 min 1 s"],
  [2 * 3_600_000 + 60_000, "2 h 1 min"],
  [3 * 24 * 3_600_000, "3 days"],
  [-5, "0 s"],
])("writes %d ms as %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

it("writes counts and amounts as short as they can be", () => {
  expect([950, 12_345, 4_560_000].map(formatCount)).toEqual(["950", "12.3 k", "4.56 M"]);
  expect(formatAmount({ amount: 1.5, currency: "USD" })).toBe("$1.50");
  expect(formatAmount({ amount: 0.0042, currency: "USD" })).toBe("$0.0042");
  expect(formatAmount({ amount: 3, currency: "credits" })).toBe("3.00 credits");
  expect(formatAmounts([])).toBe("");
});
