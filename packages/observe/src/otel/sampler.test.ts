import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { parseSampler } from "./sampler.ts";

const ID = "0".repeat(32);
const parent = (isSampled: boolean) => ({ traceId: ID, spanId: "1".repeat(16), isSampled });

it.each([
  ["always_on", undefined, true, true],
  ["always_off", undefined, false, false],
  ["parentbased_always_on", undefined, true, false],
  ["parentbased_always_off", undefined, false, false],
  ["traceidratio", "0", false, false],
  ["traceidratio", "1", true, true],
  ["traceidratio", "much", true, true],
  ["parentbased_traceidratio", "0", false, false],
])("%s %s: alone %s, in a trace that is not sampled %s", (name, argument, alone, unsampled) => {
  const sampler = parseSampler(name, argument);
  expect(sampler?.(ID.replace(/0$/, "f"), undefined)).toBe(alone);
  expect(sampler?.(ID.replace(/0$/, "f"), parent(false))).toBe(unsampled);
});

it.each(["parentbased_always_off", "parentbased_traceidratio"])("%s goes by the trace it is in", (name) => {
  expect(parseSampler(name, "0")?.(ID, parent(true))).toBe(true);
});

it("takes about the share it is given", () => {
  const sampler = parseSampler("traceidratio", "0.25");
  const ids = Array.from({ length: 4_000 }, () => randomBytes(16).toString("hex"));
  const share = ids.filter((id) => sampler?.(id, undefined)).length / ids.length;
  expect(share).toBeGreaterThan(0.18);
  expect(share).toBeLessThan(0.32);
});
