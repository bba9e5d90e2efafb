// Autopilot continues while the plan has unfinished entries.
import type { PlanEntry } from "@parley/acp";
import { expect, it } from "vitest";
import { continuePlan } from "./run-loop.ts";

function entry(content: string, status: PlanEntry["status"]): PlanEntry {
  return { content, status, priority: "medium" };
}

it("names what is open, and nothing else", () => {
  const message = continuePlan([entry("one", "completed"), entry("two", "in_progress"), entry("three", "pending")]);
  const [part] = message?.parts ?? [];
  expect(part).toMatchObject({ type: "text", text: expect.stringContaining("- two\n- three\n") });
  expect(part).not.toMatchObject({ text: expect.stringContaining("- one") });
});

it("has nothing to say when all is done, or nothing was planned", () => {
  expect(continuePlan([])).toBeUndefined();
  expect(continuePlan([entry("one", "completed")])).toBeUndefined();
});

it("names a few of many", () => {
  const many = Array.from({ length: 500 }, (_, index) => entry(`entry ${index}`, "pending"));
  expect(continuePlan(many)?.parts[0]).toMatchObject({ text: expect.stringContaining("- and 480 more") });
});
