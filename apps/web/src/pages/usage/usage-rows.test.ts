import { expect, it } from "vitest";
import { amountOf, applyFilter, dayOf, daysUntil, firstMeasure, groupBy, sumOf, type UsageRow } from "./usage-rows.ts";

const ROW: UsageRow = {
  day: "2026-11-15",
  agent: "qa",
  model: "m1",
  folder: "/a",
  turns: 1,
  input_tokens: 10,
  output_tokens: 5,
  thought_tokens: 0,
  cached_read_tokens: 2,
  cached_write_tokens: 0,
  total_tokens: 15,
  turn_ms: 2_000,
  costs: [{ amount: 0.5, currency: "USD" }],
};
const OTHER: UsageRow = {
  ...ROW,
  day: "2026-11-16",
  agent: "goose",
  total_tokens: 100,
  costs: [{ amount: 2, currency: "EUR" }],
};

it("adds up rows, each currency by itself", () => {
  expect(sumOf([ROW, OTHER, ROW])).toEqual({
    turns: 3,
    tokens: 130,
    input: 30,
    output: 15,
    cached: 6,
    ms: 6_000,
    costs: [
      { currency: "USD", amount: 1 },
      { currency: "EUR", amount: 2 },
    ],
  });
});

it("groups by a key, the most used first, and filters by several", () => {
  expect(groupBy([ROW, OTHER], "agent", "tokens").map(({ name, tokens }) => [name, tokens])).toEqual([
    ["goose", 100],
    ["qa", 15],
  ]);
  expect(applyFilter([ROW, OTHER], { agent: "qa", folder: "/a" })).toEqual([ROW]);
  expect(applyFilter([ROW, OTHER], { agent: "qa", day: "2026-11-16" })).toEqual([]);
  expect(amountOf(sumOf([ROW, OTHER]), "cost")).toBe(2);
});

it("lists days over the end of a month, and without a gap", () => {
  expect(daysUntil("2026-03-01", 3)).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
});

it("begins with the first measure of which something is known", () => {
  const silent: UsageRow = { ...ROW, total_tokens: 0, costs: [] };
  expect([[ROW], [{ ...silent, costs: ROW.costs }], [silent], []].map(firstMeasure)).toEqual([
    "tokens",
    "cost",
    "time",
    "tokens",
  ]);
});
