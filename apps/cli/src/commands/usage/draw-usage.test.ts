import { expect, it } from "vitest";
import { widthOf } from "../../terminal/width.ts";
import { drawUsage } from "./draw-usage.ts";

const sum = {
  turns: 12,
  input_tokens: 1_234_567,
  output_tokens: 45_600,
  thought_tokens: 0,
  cached_read_tokens: 0,
  cached_write_tokens: 0,
  total_tokens: 1_280_167,
  turn_ms: 754_000,
  costs: [{ amount: 12.5, currency: "USD" }],
};
const toLines = (...given: Parameters<typeof drawUsage>): string[] =>
  drawUsage(...given).map((line) => line.map(({ text }) => text).join(""));

it("puts figures below each other, and their sum at the end", () => {
  const rows = [
    { ...sum, day: "2026-11-16" },
    { ...sum, day: "2026-11-15", turns: 3, turn_ms: 0, costs: [] },
  ];
  const total = { ...sum, turns: 15, costs: [...sum.costs, { amount: 0.004, currency: "EUR" }] };
  expect(toLines({ rows, total, is_cut: false }, ["day"], 80)).toEqual([
    "DAY         TURNS     TIME  INPUT  OUTPUT                 COST",
    "2026-11-16     12  12m 34s   1.2M     46k               $12.50",
    "2026-11-15      3        –   1.2M     46k                    –",
    "Total          15  12m 34s   1.2M     46k  $12.50 + 0.0040 EUR",
  ]);
  expect(toLines({ rows: rows.slice(0, 1), total: sum, is_cut: false }, ["day"], 80)).toHaveLength(2);
});

it("fits 80 columns, however long the names are", () => {
  const row = {
    ...sum,
    day: "2026-11-16",
    agent: "a".repeat(60),
    model: "m".repeat(80),
    folder: `/${"f".repeat(200)}`,
  };
  const lines = toLines(
    { rows: [row, { ...row, model: "" }], total: sum, is_cut: false },
    ["day", "agent", "model", "folder"],
    80,
  );
  for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(80);
});
