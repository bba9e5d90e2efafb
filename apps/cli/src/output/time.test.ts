import { expect, it } from "vitest";
import { ago, toIso } from "./time.ts";

const now = Date.UTC(2026, 10, 15, 12);
const minutes = (count: number): number => now - count * 60_000;

it.each([
  [now, "just now"],
  [now + 5_000, "just now"],
  [minutes(1), "1 min ago"],
  [minutes(59), "59 min ago"],
  [minutes(60), "1 h ago"],
  [minutes(60 * 25), "1 d ago"],
  [minutes(60 * 24 * 30), "2026-10-16"],
])("prints %i as %s", (at, text) => {
  expect(ago(at, now)).toBe(text);
});

it("is exact in JSON", () => {
  expect(toIso(now)).toBe("2026-11-15T12:00:00.000Z");
});
