// Attacks on the reading of lines: whatever bash starts was found, word for word, or the line counts as not understood.
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBash, type Bash, BASH } from "./testing/bash.ts";
import { HOSTILE_COMMANDS } from "./testing/hostile-commands.ts";
import { HOSTILE_TEXT } from "./testing/hostile-text.ts";
import { findMissed, read } from "./testing/read.ts";

let folder: TempFolder;
let bash: Bash;
beforeAll(async () => {
  folder = await createTempFolder();
  bash = await createBash(folder);
});
afterAll(() => folder[Symbol.asyncDispose]());

describe.runIf(existsSync(BASH)).each(Object.entries({ ...HOSTILE_TEXT, ...HOSTILE_COMMANDS }))("%s", (_, lines) => {
  it("show everything that bash starts", async () => {
    const runs = await bash.runAll(lines);
    const quiet = lines.filter((__, index) => !runs[index]?.some(([program]) => program === "marker"));
    // A line that hides nothing proves nothing.
    expect(quiet).toEqual([]);
    const missed = lines.flatMap((line, index) =>
      findMissed(read(line), runs[index] ?? []).map((run) => ({ line, run })),
    );
    expect(missed).toEqual([]);
  });
});
