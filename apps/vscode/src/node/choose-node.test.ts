import { expect, it } from "vitest";
import { isNewEnough } from "./choose-node.ts";

it.each([
  ["v20.20.2", false],
  ["v22.12.0", false],
  ["v22.13.0", true],
  ["v24.1.0", true],
  ["", false],
  ["zsh: command not found", false],
])("%s runs the server: %s", (version, expected) => {
  expect(isNewEnough(version)).toBe(expected);
});
