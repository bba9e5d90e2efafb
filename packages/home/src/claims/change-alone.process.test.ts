import { createTempFolder } from "@parley/test-support";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { changeAlone } from "./change-alone.ts";
import { isClaimed, takeClaim, type Claim } from "./claims.ts";
import { CLAIM_AGE_MS } from "../limits.ts";
import { makeOlder } from "./testing/leave-claim.ts";
import { startHolder } from "./testing/start-holder.ts";

it("loses none of many concurrent changes", async () => {
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

it("releases the file when a change fails", async () => {
  await using folder = await createTempFolder();
  const path = folder.file("count");
  await expect(changeAlone(path, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(readdirSync(folder.path)).toEqual([]);
});

it("times out, and names the process it waited for", async () => {
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

describe("a claim of another process", () => {
  it("is held until that process is killed, and then passes to a waiting process", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("k");
    await using holder = await startHolder(path);
    expect(await takeClaim(path)).toMatchObject({ process: { pid: holder.pid } });
    const waiting = takeClaim(path, { waitMs: 60_000 });
    process.kill(holder.pid, "SIGKILL");
    await using claim = (await waiting) as Claim;
    expect(claim.isHeld()).toBe(true);
    expect(readdirSync(folder.path)).toHaveLength(1);
  });

  it.skipIf(process.platform === "win32")("that sleeps stays its own, however long", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("k");
    await using holder = await startHolder(path);
    process.kill(holder.pid, "SIGSTOP");
    for (const name of readdirSync(folder.path)) makeOlder(folder.file(name), CLAIM_AGE_MS * 10);
    expect(await takeClaim(path)).toMatchObject({ process: { pid: holder.pid } });
    process.kill(holder.pid, "SIGCONT");
    holder.stdin.end();
    await holder.exited;
    expect(await isClaimed(path)).toBe(false);
  });
});
