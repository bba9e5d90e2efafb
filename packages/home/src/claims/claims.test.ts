import { createTempFolder, type TempFolder } from "@parley/test-support";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claimedBy } from "./claim-name.ts";
import { isClaimed, takeClaim, type Claim, type ClaimOptions, type Holder } from "./claims.ts";
import { CLAIM_AGE_MS, CLAIM_EMPTY_AGE_MS } from "../limits.ts";
import { identifyThisProcess, type ProcessIdentity } from "./process-identity.ts";
import { DEAD, ELSEWHERE, leaveClaim, leaveText, makeOlder } from "./testing/leave-claim.ts";

const WAIT_MS = 60_000;
let folder: TempFolder;
let path: string;

beforeEach(async () => {
  folder = await createTempFolder();
  path = folder.file("k");
});
afterEach(() => folder[Symbol.asyncDispose]());

const isClaim = (answer: Claim | Holder): answer is Claim => "release" in answer;
const claims = (): string[] => readdirSync(folder.path).filter((name) => name.endsWith(".claim"));

async function take(options?: ClaimOptions): Promise<Claim> {
  const answer = await takeClaim(path, options);
  if (!isClaim(answer)) throw new Error(`It is held by process ${answer.process?.pid}`);
  return answer;
}

async function isHeld(options?: ClaimOptions): Promise<boolean> {
  const answer = await takeClaim(path, options);
  if (isClaim(answer)) answer.release();
  return !isClaim(answer);
}

describe("a claim", () => {
  it.each(["nobody", "the dead"])("of %s is had by one of many in the same process", async (before) => {
    if (before === "the dead") await leaveClaim(path, DEAD);
    const answers = await Promise.all(Array.from({ length: 8 }, () => takeClaim(path)));
    const taken = answers.filter(isClaim);
    expect(taken.map((claim) => claim.isHeld())).toEqual([true]);
    expect(answers.find((answer) => !isClaim(answer))).toMatchObject({ process: { pid: process.pid } });
    expect(await isClaimed(path)).toBe(true);
    for (const claim of taken) claim.release();
    expect(await isClaimed(path)).toBe(false);
    expect(claims()).toEqual([]);
  });

  it("covers one path, not those with the same prefix", async () => {
    await using one = await take();
    expect(one.isHeld()).toBe(true);
    for (const name of ["k-2", "k.json"]) {
      expect(await isClaimed(folder.file(name))).toBe(false);
      await using other = (await takeClaim(folder.file(name))) as Claim;
      expect(other.isHeld()).toBe(true);
    }
    expect(claims().map(claimedBy)).toEqual(["k"]);
    expect(["k", "k.claim", "k.0198.lock", ".0198.claim"].map(claimedBy)).toEqual(Array.from({ length: 4 }));
  });

  it("covers a path however it is written", async () => {
    await using claim = (await takeClaim(`${folder.path}//./k`)) as Claim;
    expect([claim.isHeld(), await isHeld()]).toEqual([true, true]);
  });

  it("is released at the end of the block", async () => {
    {
      await using claim = await take();
      expect(claim.isHeld()).toBe(true);
    }
    expect(claims()).toEqual([]);
  });

  it("needs a folder", async () => {
    await expect(takeClaim(folder.file("none", "k"))).rejects.toMatchObject({ code: "ENOENT" });
    expect(await isClaimed(folder.file("none", "k"))).toBe(false);
  });

  it("is written again if it was removed", async () => {
    const claim = await take();
    for (const name of claims()) rmSync(folder.file(name));
    expect(claim.isHeld()).toBe(false);
    claim.renew();
    expect([claim.isHeld(), await isHeld()]).toEqual([true, true]);
    claim.release();
    expect(claims()).toEqual([]);
  });

  it("is refreshed while it is held", async () => {
    await using claim = await take({ ageMs: 100 });
    const [name = ""] = claims();
    makeOlder(folder.file(name), 3_600_000);
    await expect.poll(() => Date.now() - statSync(folder.file(name)).mtimeMs).toBeLessThan(60_000);
    expect(claim.isHeld()).toBe(true);
  });
});

describe("a waiting process", () => {
  it("gets the claim when it is released", async () => {
    const first = await take();
    const waiting = take({ waitMs: WAIT_MS });
    expect(await isHeld()).toBe(true);
    first.release();
    await using second = await waiting;
    expect(second.isHeld()).toBe(true);
  });

  it("learns who holds the claim when its time is over", async () => {
    await using first = await take();
    const startedAt = performance.now();
    expect(await takeClaim(path, { waitMs: 200 })).toMatchObject({
      path: folder.file(claims()[0] ?? ""),
      process: { pid: process.pid },
    });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(200);
    expect([first.isHeld(), claims().length]).toEqual([true, 1]);
  });

  it("gets the claim in order, one at a time", async () => {
    let [inside, most, done] = [0, 0, 0];
    const work = async (): Promise<void> => {
      await using claim = await take({ waitMs: WAIT_MS });
      inside += 1;
      most = Math.max(most, inside);
      await nextTurn();
      if (!claim.isHeld()) throw new Error("It was lost");
      inside -= 1;
      done += 1;
    };
    await Promise.all(Array.from({ length: 20 }, work));
    expect([most, done]).toEqual([1, 20]);
  });
});

describe("a claim of another process", () => {
  it("that sleeps and cannot be checked is lost, and that process notices", async () => {
    const first = await take();
    const [name = ""] = claims();
    writeFileSync(folder.file(name), JSON.stringify({ ...(await identifyThisProcess()), ...ELSEWHERE }));
    makeOlder(folder.file(name), CLAIM_AGE_MS + 1_000);
    await using second = await take();
    expect([first.isHeld(), second.isHeld()]).toEqual([false, true]);
    first.release();
    expect(second.isHeld()).toBe(true);
  });
});

describe("a claim that was left behind", () => {
  it.each<[string, Partial<ProcessIdentity>, number, boolean]>([
    ["this process", {}, 0, true],
    ["a number that was given out again", { start: "1" }, 0, process.platform === "win32"],
    ["a process that is gone", DEAD, 0, false],
    ["another machine", ELSEWHERE, 0, true],
    ["another machine, long silent", ELSEWHERE, CLAIM_AGE_MS + 1_000, false],
  ])("by %s is judged correctly", async (_who, change, ageMs, expected) => {
    await leaveClaim(path, change, ageMs);
    expect(await isHeld()).toBe(expected);
    expect(claims()).toHaveLength(expected ? 1 : 0);
  });

  it("of another machine is valid for as long as the caller says", async () => {
    await leaveClaim(path, ELSEWHERE, 30_000);
    expect(await isHeld({ ageMs: 60_000 })).toBe(true);
    expect(await isHeld({ ageMs: 20_000 })).toBe(false);
  });

  it.skipIf(process.platform !== "linux")("from before a reboot is stale", async () => {
    await leaveClaim(path, { boot: "another" });
    expect(await isHeld()).toBe(false);
    // The same machine, but a container that cannot be looked into.
    await leaveClaim(path, { space: "pid:[1]" });
    expect(await isHeld()).toBe(true);
  });

  it.each(["", "{", "null", "[]", '{"pid":0}', '{"pid":"1"}'])(
    "with nothing in it (%j) counts until it is old",
    async (text) => {
      leaveText(path, text);
      expect(await takeClaim(path)).toMatchObject({ process: undefined });
      leaveText(path, text, CLAIM_EMPTY_AGE_MS + 1_000);
      expect(await isHeld()).toBe(false);
    },
  );

  it("that was never finished does not count, and is removed when it is old", async () => {
    const left = folder.file("k.0198.claim.writing");
    writeFileSync(left, "");
    expect(await isHeld()).toBe(false);
    expect(existsSync(left)).toBe(true);
    makeOlder(left, CLAIM_EMPTY_AGE_MS + 1_000);
    expect(await isHeld()).toBe(false);
    expect(existsSync(left)).toBe(false);
  });

  it("that cannot be read is respected", async () => {
    mkdirSync(folder.file("k.0198.claim"));
    await expect(takeClaim(path)).rejects.toMatchObject({ code: "EISDIR" });
    expect(claims()).toEqual(["k.0198.claim"]);
  });
});
