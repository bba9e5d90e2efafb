import { expect, it } from "vitest";
import { formatClock, formatTenths } from "./format-time.ts";

it("counts from 0 where a recording has no times", () => {
  expect(formatClock(65_900)).toBe("1:05");
  expect(formatTenths(65_900)).toBe("1:05.9");
});

it("tells moments within a second apart", () => {
  const atMs = Date.parse("2026-11-16T14:05:07.200Z");
  expect(formatTenths(atMs)).toMatch(/^\d{2}:\d{2}:07\.2$/);
  expect(formatTenths(atMs + 300)).toMatch(/:07\.5$/);
});
