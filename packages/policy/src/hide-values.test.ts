import { expect, test } from "vitest";
import { hideValues } from "./hide-values.ts";

test("hides values, the longer before what it begins with", () => {
  expect(hideValues("keys: abcd abcdefgh", ["abcd", "abcdefgh"], 4)).toBe("keys: … …");
  expect(hideValues("on and off", ["on", "off"], 4)).toBe("on and off");
});
