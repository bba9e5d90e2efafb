import { expect, it } from "vitest";
import { themeOf } from "./theme-of.ts";

it.each([
  [["vscode-light"], "light"],
  [["vscode-dark"], "dark"],
  [["vscode-high-contrast"], "contrast"],
  [["vscode-high-contrast-light", "vscode-high-contrast"], "light"],
])("the palette for %j is %s", (classes, palette) => {
  expect(themeOf(classes)).toBe(palette);
});
