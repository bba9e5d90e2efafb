import { describe, expect, it } from "vitest";
import { findPlace } from "./find-place.ts";

describe("the place of a piece of text", () => {
  it("is where it was, or where it is the only one", () => {
    expect(findPlace("a\nb\na\n", "a\n", 4)).toBe(4);
    expect(findPlace("new\na\nb\n", "b", 2)).toBe(6);
  });

  it("is unknown if it is gone, empty, or there twice", () => {
    expect(findPlace("a\n", "b", 0)).toBeUndefined();
    expect(findPlace("a\n", "", 0)).toBeUndefined();
    expect(findPlace("x a a", "a", 0)).toBeUndefined();
  });
});
