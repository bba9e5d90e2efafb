import type { ChangesEvent } from "@parley/acp";
import { expect, it } from "vitest";
import { mergeChanges } from "./changed-files.ts";

it("merges what several turns did to a file", () => {
  const turn = (...files: ChangesEvent["files"]) => ({ files });
  expect(
    mergeChanges([
      turn(
        { path: "b", change: "added", linesAdded: 5, isUncovered: true },
        { path: "a", change: "modified", linesAdded: 1 },
      ),
      turn({ path: "b", change: "modified", linesAdded: 1, linesRemoved: 2 }),
    ]),
  ).toMatchObject([
    { path: "a", change: "modified", linesAdded: 1 },
    { path: "b", change: "added", linesAdded: 6, linesRemoved: 2, isUncovered: true },
  ]);
});
