import { describe, expect, it } from "vitest";
import { toCell } from "./cell.ts";

const known = { sign: /no such file/, reason: "it cannot" };

describe("toCell", () => {
  it("tells a documented failure from another one, and from none", () => {
    const outcomeOf = (...[result, documented]: [Parameters<typeof toCell>[1], typeof known?]) => {
      const { outcome, note } = toCell("write", result, documented, 5);
      return [outcome, note];
    };
    expect(outcomeOf(undefined)).toEqual(["ok", undefined]);
    expect(outcomeOf({ absent: "no list" })).toEqual(["absent", "no list"]);
    expect(outcomeOf(new Error("boom"))).toEqual(["fail", "boom"]);
    expect(outcomeOf(new Error("no such file: x"), known)).toEqual(["known", "it cannot"]);
    expect(outcomeOf(new Error("boom"), known)).toEqual(["fail", "boom"]);
    expect(outcomeOf(undefined, known)).toEqual(["fixed", "it cannot"]);
  });
});
