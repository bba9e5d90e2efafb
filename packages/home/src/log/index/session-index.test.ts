import type { LogFields } from "@parley/base";
import { createTempFolder, type TempFolder } from "@parley/test-support";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, it } from "vitest";
import { takeClaim } from "../../claims/claims.ts";
import { identifyThisProcess } from "../../claims/process-identity.ts";
import { createFileSessionStore } from "../create-file-session-store.ts";
import type { SessionInfo, SessionStore } from "../session-store.ts";
import { promptOf, recordInto, STOP } from "../testing/record.ts";

const idsOf = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

async function populate(store: SessionStore, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const log = await store.create({
      id,
      agent: { name: "x", args: ["--flag"] },
      cwd: "/code",
      agentSessionId: `${id}'s`,
    });
    recordInto(log).add(promptOf(`Title of ${id} — é`), STOP);
    await log.close();
  }
}

async function prompt(store: SessionStore, id: string): Promise<void> {
  const { log } = await store.open(id);
  recordInto(log, { now: () => Date.now() + 1_000_000 }).add(promptOf("again"), STOP);
  await log.close();
}

const sorted = (infos: readonly SessionInfo[]): SessionInfo[] =>
  infos.toSorted((one, other) => (one.id < other.id ? -1 : 1));
const indexOf = (temp: TempFolder): string => temp.file("index.journal");

describe("an index", () => {
  it.each<[string, (path: string) => void]>([
    ["lost", (path) => rmSync(path)],
    ["empty", (path) => writeFileSync(path, "")],
    ["of zeros", (path) => writeFileSync(path, Buffer.alloc(3_000))],
    ["cut", (path) => writeFileSync(path, readFileSync(path).subarray(0, statSync(path).size / 2))],
    [
      "with a damaged first line",
      (path) => writeFileSync(path, readFileSync(path, "utf8").replace("schemaVersion", "schema\0")),
    ],
    [
      "with damaged numbers",
      (path) => writeFileSync(path, readFileSync(path, "utf8").replaceAll('"turns":1', '"turns":"one"')),
    ],
    ["with damaged lines", (path) => writeFileSync(path, readFileSync(path, "utf8").replaceAll('"cwd"', '"cw'))],
  ])("that is %s is repaired", async (_how, damage) => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    await populate(store, idsOf(30, "s"));
    const before = await store.list();
    damage(indexOf(temp));
    expect(sorted(await createFileSessionStore({ folder: temp.path }).list())).toEqual(sorted(before));
    // The index is repaired: the logs do not have to be read again.
    for (const name of readdirSync(temp.path)) {
      if (name.endsWith(".ndjson")) writeFileSync(temp.file(name), "x".repeat(statSync(temp.file(name)).size));
    }
    expect(sorted(await createFileSessionStore({ folder: temp.path }).list())).toEqual(sorted(before));
  });

  it("that is out of date is repaired", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    await populate(store, idsOf(5, "s"));
    copyFileSync(indexOf(temp), temp.file("copy"));
    await prompt(store, "s-2");
    await store.delete("s-3");
    await populate(store, ["late"]);
    const before = await store.list();
    expect(before).toMatchObject([{ id: "s-2", turns: 2 }, {}, {}, {}, {}]);
    copyFileSync(temp.file("copy"), indexOf(temp));
    expect(await store.list()).toEqual(before);
    // Even if no session is missing from it.
    await prompt(store, "s-4");
    const after = await store.list();
    copyFileSync(temp.file("copy"), indexOf(temp));
    rmSync(temp.file("late.ndjson"));
    expect(await store.list()).toEqual(after.filter(({ id }) => id !== "late"));
  });

  it("of a newer version is left alone and reported, and sessions are still listed", async () => {
    await using temp = await createTempFolder();
    await populate(createFileSessionStore({ folder: temp.path }), idsOf(3, "s"));
    const later = `{\n  "schemaVersion": 2,\n  "what": "${"a tree ".repeat(99)}"\n}\n{"id":"s-0","rev":99,"everything":"else"}\n`;
    writeFileSync(indexOf(temp), later);
    const told: [string, LogFields | undefined][] = [];
    const store = createFileSessionStore({
      folder: temp.path,
      log: { write: (_level, message, fields) => told.push([message, fields]) },
    });
    expect(sorted(await store.list())).toMatchObject(idsOf(3, "s").map((id) => ({ id, turns: 1 })));
    await prompt(store, "s-1");
    await populate(store, ["new"]);
    await store.delete("s-0");
    expect((await store.list()).map(({ id, turns }) => [id, turns])).toEqual(
      expect.arrayContaining([
        ["s-1", 2],
        ["s-2", 1],
        ["new", 1],
      ]),
    );
    expect(readFileSync(indexOf(temp), "utf8")).toBe(later);
    expect(told).toEqual([
      [expect.stringContaining("later version of Parley"), expect.objectContaining({ schemaVersion: 2 })],
    ]);
  });

  it("is rewritten when it has grown, without deleted sessions", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    await populate(store, idsOf(20, "s"));
    for (const id of idsOf(10, "s")) rmSync(temp.file(`${id}.ndjson`));
    const { log } = await store.open("s-15");
    const { add } = recordInto(log);
    let largest = 0;
    for (let round = 0; round < 600; round += 1) {
      add(promptOf(`round ${round}`));
      await log.sync();
      largest = Math.max(largest, statSync(indexOf(temp)).size);
    }
    await log.close();
    expect(largest).toBeLessThan(90_000);
    expect(readFileSync(indexOf(temp), "utf8")).not.toContain("s-3'");
    expect(readdirSync(temp.path).filter((name) => name.endsWith(".draft"))).toEqual([]);
    expect(await store.list()).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ id: "s-15", turns: 601 })]),
    );
    expect(await store.list()).toHaveLength(10);
  });

  it("gets an entry again that a concurrent rewrite missed", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    await populate(store, ["s-1"]);
    const claim = await takeClaim(temp.file("claims", "+index"));
    const seen = readFileSync(indexOf(temp));
    const { log } = await store.open("s-1");
    recordInto(log).add(promptOf("again"));
    const synced = log.sync();
    await expect.poll(() => readFileSync(indexOf(temp), "utf8")).toContain('"turns":2');
    writeFileSync(temp.file("draft"), seen);
    renameSync(temp.file("draft"), indexOf(temp));
    if ("release" in claim) claim.release();
    await synced;
    expect(readFileSync(indexOf(temp), "utf8")).toContain('"turns":2');
    await log.close();
  });

  it("is not awaited forever", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    await populate(store, ["s-1"]);
    const claim = await takeClaim(temp.file("claims", "+index"));
    await prompt(store, "s-1");
    await store.delete("s-1");
    expect(await store.list()).toEqual([]);
    if ("release" in claim) claim.release();
  });

  it("is repaired after a process was killed while rewriting it", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    await populate(store, idsOf(3, "s"));
    const draft = `${indexOf(temp)}.0198.draft`;
    writeFileSync(draft, "{");
    const dead = { ...(await identifyThisProcess()), pid: 2 ** 22 + 1 };
    writeFileSync(temp.file("claims", "+index.0198.claim"), JSON.stringify(dead));
    const { log } = await store.open("s-1");
    const { add } = recordInto(log);
    for (let round = 0; round < 400; round += 1) {
      add(promptOf("x"));
      await log.sync();
    }
    await log.close();
    expect(existsSync(draft)).toBe(false);
    expect(await store.list()).toHaveLength(3);
  }, 60_000);

  it("finds the outdated entries among many quickly", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    await populate(store, idsOf(250, "s"));
    copyFileSync(indexOf(temp), temp.file("copy"));
    await prompt(store, "s-7");
    copyFileSync(temp.file("copy"), indexOf(temp));
    let rounds = 0;
    // The chance to miss it a hundred times is one in 10^30.
    while ((await store.list())[0]?.id !== "s-7" && rounds < 100) rounds += 1;
    expect(rounds).toBeLessThan(100);
  }, 60_000);

  it("lists the other sessions if one log cannot be read", async () => {
    await using temp = await createTempFolder();
    const told: string[] = [];
    const store = createFileSessionStore({
      folder: temp.path,
      log: { write: (_level, message) => told.push(message) },
    });
    await populate(store, ["s-1"]);
    mkdirSync(temp.file("s-2.ndjson"));
    expect((await store.list()).map(({ id }) => id)).toEqual(["s-1"]);
    expect(told).toContainEqual(expect.stringContaining("Could not read the log"));
  });
});
