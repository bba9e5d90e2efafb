import { expect, it } from "vitest";
import { parseStatus } from "./git-status.ts";

it("reads the branch and every kind of file", () => {
  const fields = [
    "# branch.oid 0123456789012345678901234567890123456789",
    "# branch.head main",
    "# branch.upstream origin/main",
    "# branch.ab +2 -1",
    "1 .M N... 100644 100644 100644 aaa bbb my notes.txt",
    "2 R. N... 100644 100644 100644 aaa bbb R100 new name",
    "old name",
    "u UU N... 100644 100644 100644 100644 a b c both.txt",
    "? new file",
    "",
  ];
  expect(parseStatus(fields)).toEqual({
    head: "0123456789012345678901234567890123456789",
    branch: "main",
    upstream: "origin/main",
    ahead: 2,
    behind: 1,
    files: [
      { path: "my notes.txt", staged: ".", unstaged: "M" },
      { path: "new name", from: "old name", staged: "R", unstaged: "." },
      { path: "both.txt", staged: "U", unstaged: "U" },
      { path: "new file", staged: "?", unstaged: "?" },
    ],
  });
});

it("has no branch when HEAD is detached, and no commit before the first", () => {
  expect(parseStatus(["# branch.oid (initial)", "# branch.head (detached)"])).toEqual({ files: [] });
});
