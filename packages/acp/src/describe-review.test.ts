import { expect, it } from "vitest";
import { describeReview } from "./describe-review.ts";

const file = (path: string, ...hunks: readonly string[]) => ({ path, turns: [], ...(hunks.length > 0 && { hunks }) });

it("says what was reviewed and who did it", () => {
  const undone = { action: "undo", files: [file("a.js", "h1")], actor: { surface: "terminal" } } as const;
  expect(describeReview(undone)).toBe("Undid changes to a.js (1 hunk) · terminal");
  const kept = {
    action: "keep",
    files: [file("a.js"), file("b.js")],
    actor: { surface: "web", person: "Ann" },
  } as const;
  expect(describeReview(kept)).toBe("Kept changes to a.js, b.js · Ann");
});
