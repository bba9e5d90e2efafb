import { describe, expect, it, test } from "vitest";
import { toOutcome } from "./permission.ts";

const option = (kind: string): { optionId: string; name: string; kind: string } => ({
  optionId: kind,
  name: kind,
  kind,
});
const ALL = ["allow_once", "allow_always", "reject_once", "reject_always"].map(option);

test.each([
  ["always_allow", "allow_always"],
  ["allow_once", "allow_once"],
  ["deny_once", "reject_once"],
  ["always_deny", "reject_always"],
] as const)("%s selects %s", (action, optionId) => {
  expect(toOutcome(action, ALL)).toEqual({ outcome: "selected", optionId });
});

describe("an option that is not offered", () => {
  it("is replaced by the next narrower one, never by a wider one", () => {
    expect(toOutcome("always_allow", [option("allow_once")])).toEqual({ outcome: "selected", optionId: "allow_once" });
    expect(() => toOutcome("allow_once", [option("allow_always")])).toThrow(/allow_once/);
    expect(toOutcome("deny_once", [option("allow_once"), option("reject_always")])).toEqual({ outcome: "cancelled" });
  });

  it("can always be refused with cancel", () => {
    expect(toOutcome("cancel", ALL)).toEqual({ outcome: "cancelled" });
  });
});
