import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createGround, inTurn } from "./testing/open-checkpoints.ts";

describe("the diff", () => {
  it("shows the session as a whole, and the last turn alone", async () => {
    await using ground = await createGround();
    await ground.write({ "a.txt": "one\ntwo\nthree\n" });
    const checkpoints = ground.open();
    await inTurn(checkpoints, "1", () => ground.write({ "a.txt": "one\nTWO\nthree\n" }));
    await inTurn(checkpoints, "2", () => ground.write({ "a.txt": "one\nTWO\nTHREE\n", "b.txt": "new\n" }));
    await ground.write({ "theirs.txt": "no turn's work" });
    expect(await checkpoints.diff("session")).toBe(
      [
        "**2 files changed**, 3 lines added, 2 removed.",
        "`a.txt` (changed, +2 −2)",
        "```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n-three\n+TWO\n+THREE\n```",
        "`b.txt` (added, +1 −0)",
        "```diff\n--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1,1 @@\n+new\n```",
      ].join("\n\n"),
    );
    const turn = await checkpoints.diff("turn");
    expect(turn).toContain("**2 files changed**, 2 lines added, 1 removed.");
    expect(turn).not.toContain("-two");
    await checkpoints.undo();
    expect(await checkpoints.diff("session")).toContain("**1 file changed**, 1 line added, 1 removed.");
    await checkpoints.undo();
    expect(await checkpoints.diff("session")).toBe("No changes.");
    expect(await checkpoints.diff("turn")).toBe("No changes.");
  });

  it("is a fence that the text cannot break out of", async () => {
    await using ground = await createGround();
    const checkpoints = ground.open();
    await inTurn(checkpoints, "1", () => ground.write({ "a`b.md": "````\n```\n" }));
    expect(await checkpoints.diff("turn")).toContain("``a`b.md`` (added, +2 −0)\n\n`````diff\n");
  });

  it("names what has no lines to show", async () => {
    await using ground = await createGround();
    await ground.write({ "old.txt": "x\n".repeat(50), "gone.bin": "\0" });
    const checkpoints = ground.open();
    await inTurn(checkpoints, "1", async () => {
      await ground.write({ "old.txt": null, "new.txt": "x\n".repeat(50), "gone.bin": null });
      await writeFile(join(ground.cwd, "tool"), Buffer.from([0, 1]), { mode: 0o755 });
    });
    const diff = await checkpoints.diff("turn");
    expect(diff).toContain("`gone.bin` (deleted, not text)");
    expect(diff).toContain("`new.txt` (renamed from `old.txt`)");
    expect(diff).toContain("`tool` (added, not text)");
  });

  it("is bounded in files, lines and characters, and counts the rest", async () => {
    await using ground = await createGround();
    const limits = { diffFilesMax: 3, diffFileLinesMax: 10, diffCharsMax: 310 };
    const checkpoints = ground.open("session", { limits });
    const long = Array.from({ length: 30 }, (_, line) => `line ${line}`).join("\n");
    await inTurn(checkpoints, "1", () => ground.write({ a: long, b: long, c: "c\n", d: "d\n", e: "e\n" }));
    const diff = await checkpoints.diff("turn");
    expect(diff.length).toBeLessThan(limits.diffCharsMax + 100);
    expect(diff).toContain("… and 24 more lines.");
    expect(diff).toContain("`b` (added, +30 −0) (not shown: the diff is too long)");
    expect(diff).toMatch(/… and 2 more files\.$/);
  });

  it("says so when the oldest snapshots have made room", async () => {
    await using ground = await createGround();
    const checkpoints = ground.open("session", { limits: { snapshotsMax: 2 } });
    for (const turn of ["1", "2", "3"]) await inTurn(checkpoints, turn, () => ground.write({ [turn]: `${turn}\n` }));
    const diff = await checkpoints.diff("session");
    expect(diff).toContain("**1 file changed**");
    expect(diff).toContain("The earliest changes are not shown");
    expect((await checkpoints.undo()).changed).toEqual(["3"]);
  });
});
