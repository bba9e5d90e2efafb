import { expect, it } from "vitest";
import { addOutcome, toStatistics } from "./statistics.ts";

it("has no values before the first turn", () => {
  expect(toStatistics(undefined)).toEqual({ turns: 0 });
  expect(toStatistics({ agent: "qa", turns: 0, successes: 0, totalMs: 0, totalTokens: 0 })).toEqual({ turns: 0 });
});

it("averages over all turns, including failed ones", () => {
  let totals = addOutcome(undefined, { agent: "qa", isSuccess: true, ms: 100, tokens: 10 });
  expect(toStatistics(totals)).toEqual({ turns: 1, averageMs: 100, averageTokens: 10, successRate: 100 });
  totals = addOutcome(totals, { agent: "qa", isSuccess: true, ms: 200, tokens: 30 });
  totals = addOutcome(totals, { agent: "qa", isSuccess: false, ms: 0, tokens: 0 });
  expect(toStatistics(totals)).toEqual({ turns: 3, averageMs: 100, averageTokens: 13, successRate: 66.7 });
});
