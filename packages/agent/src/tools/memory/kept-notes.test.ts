import { createTempFolder } from "@parley/test-support";
import { mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { NOTE_FILE_BYTES_MAX, NOTES_BYTES_MAX } from "../../limits.ts";
import { KeptNotes } from "./kept-notes.ts";
import { readNotes } from "./read-notes.ts";

const LONG_AGO = new Date("2026-01-01T00:00:00Z");

async function createScene() {
  const temp = await createTempFolder();
  const [cwd, parleyHome] = [temp.file("project"), temp.file("home")];
  const folders = { project: join(cwd, ".parley", "memory"), user: join(parleyHome, "memory") };
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true });
  const counter = { reads: 0 };
  const notes = new KeptNotes({ cwd, parleyHome }, (...places) => {
    counter.reads += 1;
    return readNotes(...places);
  });
  /** As it lies there the next day. */
  const keep = async (scope: keyof typeof folders, name: string, text: string, at = LONG_AGO): Promise<void> => {
    const path = join(folders[scope], name);
    await writeFile(path, text);
    await utimes(path, at, at);
  };
  return { notes, counter, keep, folders, [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose]() };
}

describe("notes between two requests", () => {
  it("are read once, those of the project first", async () => {
    await using scene = await createScene();
    const { notes, counter, keep } = scene;
    await keep("user", "a.md", "# Tabs\n\nno");
    await keep("project", "b.md", "use pnpm");
    const text = "## b\n\nuse pnpm\n\n## Tabs\n\n# Tabs\n\nno";
    expect([await notes.text(), await notes.text(), await notes.text()]).toEqual([text, text, text]);
    expect(counter.reads).toBe(1);
  });

  it("cost nothing if there are none", async () => {
    await using scene = await createScene();
    const { notes, counter, folders } = scene;
    await rm(folders.project, { recursive: true });
    expect([await notes.text(), await notes.text()]).toEqual(["", ""]);
    expect(counter.reads).toBe(1);
  });

  it("are read again when one was changed, added or removed, in either place", async () => {
    await using scene = await createScene();
    const { notes, counter, keep, folders } = scene;
    await keep("project", "a.md", "one");
    expect(await notes.text()).toBe("## a\n\none");
    // Of the same size.
    await keep("project", "a.md", "two", new Date(LONG_AGO.getTime() + 1));
    expect(await notes.text()).toBe("## a\n\ntwo");
    await keep("user", "b.md", "more");
    expect(await notes.text()).toBe("## a\n\ntwo\n\n## b\n\nmore");
    await rm(join(folders.project, "a.md"));
    expect(await notes.text()).toBe("## b\n\nmore");
    expect(counter.reads).toBe(4);
    expect(await notes.text()).toBe("## b\n\nmore");
    expect(counter.reads).toBe(4);
  });

  it("are read each time while one is so new that it may change unnoticed", async () => {
    await using scene = await createScene();
    const { notes, counter, keep } = scene;
    await keep("project", "a.md", "one", new Date());
    await notes.text();
    await notes.text();
    expect(counter.reads).toBe(2);
  });

  it("are held no longer than the instructions may be, and enough to see that there are more", async () => {
    await using scene = await createScene();
    const { notes, keep } = scene;
    await keep("project", "a.md", "word ".repeat(NOTE_FILE_BYTES_MAX / 8));
    const { length } = await notes.text();
    expect(length).toBeGreaterThan(NOTES_BYTES_MAX);
    expect(length).toBeLessThanOrEqual(2 * NOTES_BYTES_MAX);
  });
});
