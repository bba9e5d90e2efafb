import { createTempFolder } from "@parley/test-support";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { changeAlone } from "./change-alone.ts";
import { startHolder } from "./testing/start-holder.ts";

it("loses nothing of many changes at once", async () => {
  await using folder = await createTempFolder();
  const path = folder.file("count");
  writeFileSync(path, "0");
  const change = async (): Promise<number> => {
    const count = Number(readFileSync(path, "utf8")) + 1;
    await nextTurn();
    writeFileSync(path, String(count));
    return count;
  };
  const counts = await Promise.all(Array.from({ length: 20 }, () => changeAlone(path, change)));
  expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(readdirSync(folder.path)).toEqual(["count"]);
});

it("leaves the file to others when a change fails", async () => {
  await using folder = await createTempFolder();
  const path = folder.file("count");
  await expect(changeAlone(path, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(readdirSync(folder.path)).toEqual([]);
});

it("does not wait for ever, and says for whom it waited", async () => {
  await using folder = await createTempFolder();
  const path = folder.file("count");
  await using holder = await startHolder(path);
  const [claim = ""] = readdirSync(folder.path);
  await expect(changeAlone(path, () => Promise.resolve(), { waitMs: 50 })).rejects.toMatchObject({
    code: "file_denied",
    message: expect.stringContaining(`${path} is held by another process (pid ${holder.pid}`),
    remedy: { label: `If no other Parley is running, delete ${folder.file(claim)}` },
  });
});
