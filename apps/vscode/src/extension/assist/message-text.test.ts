import { expect, it } from "vitest";
import { toCommitMessage } from "./message-text.ts";

it("finds the commit message in an answer", () => {
  expect(toCommitMessage("\nfix: a thing\n\nBecause.\n")).toBe("fix: a thing\n\nBecause.");
  expect(toCommitMessage("Here it is:\n```text\nfix: a thing\n```\nDone.")).toBe("fix: a thing");
  expect(toCommitMessage("  ")).toBe("");
});
