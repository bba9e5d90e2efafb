import { expect, it } from "vitest";
import { describeActor } from "./actor.ts";

it.each([
  [{ surface: "terminal" }, "another window"],
  [{ surface: "web" }, "the browser"],
  [{ surface: "web", person: "Anna" }, "the browser (Anna)"],
  [{ surface: "vscode" }, "VS Code"],
  [{ surface: "zed" }, "zed"],
])("describes %j", (actor, words) => {
  expect(describeActor(actor)).toBe(words);
});
