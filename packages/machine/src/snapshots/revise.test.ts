import { createTempFolder, type TempFolder } from "@parley/test-support";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createSnapshots } from "./create-snapshots.ts";
import { createHunks, invertHunk, revertHunks } from "@parley/base/hunks";
import type { LineRevision, RevisedLines } from "./revise.ts";

const LINES = Array.from({ length: 60 }, (_, index) => `line ${index + 1}\n`);
const BEFORE = LINES.join("");
/** Three hunks; the second one only adds a line. */
const AFTER = LINES.with(4, "FIVE\n").with(29, "line 30\nADDED\n").with(54, "").join("");
const all = { undone: [], chosen: [0, 1, 2], direction: "undo" } as const;

interface Revised extends RevisedLines {
  readonly text: string | undefined;
}

/** Revises `a.txt`, which has this text now. */
async function revise(
  text: string | Buffer | undefined,
  revision: Pick<LineRevision, "undone" | "chosen" | "direction" | "isWhole">,
): Promise<Revised> {
  await using folder: TempFolder = await createTempFolder();
  const path = folder.file("work/a.txt");
  await mkdir(folder.file("work"));
  await writeFile(path, text ?? "");
  const snapshots = await createSnapshots({ folder: folder.file("work"), store: folder.file("store") });
  if (text === undefined) await rm(path);
  const revised = await snapshots.revise({ path: "a.txt", before: BEFORE, after: AFTER, ...revision });
  return { ...revised, text: await readFile(path, "utf8").catch(() => undefined) };
}

describe("an inverted hunk", () => {
  it("leads from the new text to the old one, and twice is itself", () => {
    const hunks = createHunks(BEFORE, AFTER);
    expect(hunks).toHaveLength(3);
    expect(hunks.map(invertHunk).map(invertHunk)).toEqual(hunks);
    expect(revertHunks(BEFORE, hunks.map(invertHunk), true)).toBe(AFTER);
    for (const hunk of hunks) {
      const without = revertHunks(AFTER, [hunk], false) ?? "";
      expect(without).not.toBe(AFTER);
      expect(revertHunks(without, [invertHunk(hunk)], false)).toBe(AFTER);
    }
  });

  it("keeps lines that begin with signs, and the missing end of a line", () => {
    const [before, after] = ["- a\n+ b\n\\ c\nend", "- a\n+ B\n\\ c\nend\n"];
    const hunks = createHunks(before, after);
    expect(revertHunks(before, hunks.map(invertHunk), true)).toBe(after);
    expect(revertHunks(after, hunks, true)).toBe(before);
  });
});

describe("a revision", () => {
  it("takes chosen hunks out of a file that is as expected, and puts them back", async () => {
    expect(await revise(AFTER, all)).toMatchObject({ done: [0, 1, 2], isGone: false, text: BEFORE });
    const undone = await revise(AFTER, { ...all, chosen: [1] });
    expect(undone).toMatchObject({ done: [1], text: AFTER.replace("ADDED\n", "") });
    const redo = { undone: [1], chosen: [1], direction: "redo" } as const;
    expect(await revise(undone.text, redo)).toMatchObject({ done: [1], text: AFTER });
  });

  it("finds hunks by their lines where the file was changed elsewhere, and leaves edited ones alone", async () => {
    const edited = `new\n${AFTER.replace("FIVE", "five")}`;
    const expected = `new\n${BEFORE.replace("line 5\n", "five\n")}`;
    expect(await revise(edited, all)).toMatchObject({ done: [1, 2], text: expected });
    expect(await revise(edited, { ...all, isWhole: true })).toMatchObject({ done: [], text: edited });
    const redo = { undone: [0, 1, 2], chosen: [0, 1, 2], direction: "redo" } as const;
    expect(await revise(expected, redo)).toMatchObject({ done: [1, 2], text: edited });
  });

  it("follows hunks through edits right next to them, and counts hunks undone by hand as undone", async () => {
    const edited = AFTER.replace("line 4\n", "four\n").replace("line 6\n", "six\n").replace("ADDED\n", "");
    const expected = BEFORE.replace("line 4\n", "four\n").replace("line 6\n", "six\n");
    expect(await revise(edited, all)).toMatchObject({ done: [0, 1, 2], text: expected });
    const redo = { undone: [0, 1, 2], chosen: [1, 0], direction: "redo" } as const;
    expect(await revise(BEFORE.replace("line 30\n", "line 30\nADDED\n"), redo)).toMatchObject({
      done: [1, 0],
      text: AFTER.replace("line 54\n", "line 54\nline 55\n"),
    });
  });

  it("changes nothing where the lines occur twice, are missing, or are not text", async () => {
    const twice = AFTER.repeat(2);
    expect(await revise(twice, all)).toMatchObject({ done: [], isGone: false, text: twice });
    expect(await revise("other\n", all)).toMatchObject({ done: [], isGone: false, text: "other\n" });
    expect(await revise(undefined, all)).toMatchObject({ done: [], isGone: true, text: undefined });
    expect(await revise(Buffer.from([0xff, 0xfe, 0]), all)).toMatchObject({ done: [], isGone: true });
  });

  it("writes nothing where the file is as wanted already", async () => {
    expect(await revise(AFTER, { undone: [], chosen: [], direction: "undo" })).toMatchObject({ done: [], text: AFTER });
    expect(await revise(BEFORE, { undone: [0, 1, 2], chosen: [1], direction: "undo" })).toMatchObject({ text: BEFORE });
  });
});
