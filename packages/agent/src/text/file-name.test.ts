import { expect, test } from "vitest";
import { hashOf, isDeviceName, toSlug } from "./file-name.ts";

test("makes a name of words", () => {
  expect(toSlug("  Tip Calculator! ", 60)).toBe("tip-calculator");
  expect(toSlug("Über Käse & Brot", 60)).toBe("uber-kase-brot");
  expect(toSlug("../../etc/passwd", 60)).toBe("etc-passwd");
  expect(toSlug("one two three", 7)).toBe("one-two");
  expect(toSlug("one two three", 8)).toBe("one-two");
});

test("has none for what has no letters, and no device of Windows", () => {
  expect(toSlug("日本語", 60)).toBeUndefined();
  expect(toSlug("---", 60)).toBeUndefined();
  expect(toSlug("CON", 60)).toBe(`con-${hashOf("CON")}`);
  expect(isDeviceName("Com1")).toBe(true);
  expect(isDeviceName("console")).toBe(false);
});
