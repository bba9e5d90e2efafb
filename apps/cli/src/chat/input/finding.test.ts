import { createTempFolder } from "@parley/test-support";
import { silentLog } from "@parley/base";
import { readFile, stat, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { HISTORY_ENTRIES_MAX, HISTORY_ENTRY_CHARS_MAX } from "../../limits.ts";
import { HistoryFile } from "./history-file.ts";

describe("HistoryFile", () => {
  it("keeps what was sent, each once, for the user alone", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("home", "history");
    const file = await HistoryFile.open(path, silentLog);
    for (const text of ["one", "two\nlines", "one", " secret", "", "x".repeat(HISTORY_ENTRY_CHARS_MAX + 1)])
      file.add(text);
    await file.flushed();
    expect(file.entries).toEqual(["two\nlines", "one"]);
    expect((await HistoryFile.open(path, silentLog)).entries).toEqual(["two\nlines", "one"]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it("is bounded, and made smaller when it is opened", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("history");
    const many = Array.from({ length: HISTORY_ENTRIES_MAX * 3 }, (_, index) => `${JSON.stringify(`entry ${index}`)}\n`);
    await writeFile(path, many.join(""));
    const file = await HistoryFile.open(path, silentLog);
    await file.flushed();
    expect(file.entries).toHaveLength(HISTORY_ENTRIES_MAX);
    expect(file.entries.at(-1)).toBe(`entry ${HISTORY_ENTRIES_MAX * 3 - 1}`);
    expect((await readFile(path, "utf8")).split("\n")).toHaveLength(HISTORY_ENTRIES_MAX + 1);
  });

  it("lives with lines it cannot read, and with a disk it cannot write to", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("history");
    await writeFile(path, '"good"\n{"a":1}\n"cut sho');
    const said: string[] = [];
    const file = await HistoryFile.open(path, { write: (_level, message) => said.push(message) });
    expect(file.entries).toEqual(["good"]);
    const blocked = await HistoryFile.open(folder.file("history", "below-a-file"), {
      write: (_level, message) => said.push(message),
    });
    blocked.add("x");
    await blocked.flushed();
    expect(said).toEqual(["The prompt history cannot be written"]);
  });
});
