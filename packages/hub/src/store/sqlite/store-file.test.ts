import { createTempFolder, type TempFolder } from "@parley/test-support";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HubStore } from "../../api/store.ts";
import { append, readAll, toBatch, toLines, toSession, toText } from "../testing/rows.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";
import { DRIVERS, execute } from "./testing/drivers.ts";

let folder: TempFolder;
let path: string;

beforeEach(async () => {
  folder = await createTempFolder();
  path = folder.file("home", "hub.db");
});
afterEach(() => folder[Symbol.asyncDispose]());

const modeOf = (name: string): number => statSync(name).mode & 0o777;

describe.each(DRIVERS)("by %s", (driver) => {
  async function leaveStore(work: (store: HubStore) => Promise<void> = () => Promise.resolve()): Promise<void> {
    await using store = await openSqliteStore({ path, driver });
    await work(store);
  }

  describe("a file of the store", () => {
    it("has everything when it is opened again", async () => {
      await leaveStore(async (store) => {
        await store.insertSession(toSession());
        await append(store, toBatch("s1", 1, 500));
        await store.indexTexts([toText("needle")]);
      });
      expect(readdirSync(folder.file("home")).filter((name) => name.endsWith(".claim"))).toEqual([]);
      await using store = await openSqliteStore({ path, driver });
      expect(await store.getSession("s1")).toEqual(toSession({ lastSeq: 500 }));
      expect(await readAll(store, "s1")).toEqual(toLines("s1", 1, 500));
      expect(await store.search("needle", 5)).toHaveLength(1);
    });

    it.skipIf(process.platform === "win32")("is private to its owner, with all files next to it", async () => {
      await leaveStore();
      chmodSync(path, 0o644);
      await using store = await openSqliteStore({ path, driver });
      await store.insertSession(toSession());
      expect(modeOf(folder.file("home"))).toBe(0o700);
      const names = readdirSync(folder.file("home"));
      expect(names).toEqual(expect.arrayContaining(["hub.db", "hub.db-wal"]));
      for (const name of names) expect([name, modeOf(folder.file("home", name))]).toEqual([name, 0o600]);
    });

    it("can be opened once at a time, under any name", async () => {
      await using store = await openSqliteStore({ path, driver });
      symlinkSync(folder.file("home"), folder.file("link"), "junction");
      for (const name of [path, folder.file("link", "hub.db"), `${folder.path}/./home//hub.db`]) {
        await expect(openSqliteStore({ path: name, driver })).rejects.toMatchObject({
          code: "store_locked",
          message: expect.stringContaining(`in this process (pid ${process.pid} `),
        });
      }
      await store.insertSession(toSession());
      await using other = await openSqliteStore({ path: folder.file("home", "other.db"), driver });
      expect(await other.getSession("s1")).toBeUndefined();
      await store[Symbol.asyncDispose]();
      await using again = await openSqliteStore({ path, driver });
      expect(await again.getSession("s1")).toEqual(toSession());
    });

    it("contains nothing of a deleted session", async () => {
      const secret = "xyzzy42secret";
      await leaveStore(async (store) => {
        await store.insertSession(toSession({ title: secret }));
        await store.insertSession(toSession({ id: "s2" }));
        await append(store, {
          sessionId: "s1",
          firstSeq: 1,
          lines: Array.from({ length: 300 }, () => `{"x":"${secret}"}`),
        });
        await store.indexTexts([toText(`the ${secret} word`), toText("another word", { sessionId: "s2" })]);
      });
      expect(readFileSync(path).includes(secret)).toBe(true);
      await leaveStore((store) => store.deleteSession("s1"));
      expect(readFileSync(path).includes(secret)).toBe(false);
    });
  });

  describe("a file that is not a store of this version", () => {
    it.each<[string, () => void | Promise<void>, string, string]>([
      [
        "of a later version",
        () =>
          execute(
            driver,
            path,
            "insert into migrations (name, timestamp) values ('9999-later', '2030-01-01T00:00:00.000Z')",
          ),
        "bad_config",
        "later version",
      ],
      [
        "of somebody else",
        () => execute(driver, path, "alter table migrations rename to theirs"),
        "bad_config",
        "not one of Parley's",
      ],
      ["of other bytes", () => writeFileSync(path, "No database at all. ".repeat(500)), "store_failed", "is damaged"],
      ["that was cut off", () => truncateSync(path, 5_000), "store_failed", "is damaged"],
    ])("(%s) is refused and left as it is", async (_what, spoil, code, words) => {
      await leaveStore((store) => store.insertSession(toSession()));
      await spoil();
      const before = readFileSync(path);
      await expect(openSqliteStore({ path, driver })).rejects.toMatchObject({
        code,
        message: expect.stringMatching(new RegExp(`${path}.*${words}`)),
        remedy: { label: expect.any(String) },
      });
      expect(readFileSync(path).equals(before)).toBe(true);
      expect(readdirSync(folder.file("home")).filter((name) => name.endsWith(".claim"))).toEqual([]);
    });

    it("but a folder is refused", async () => {
      mkdirSync(path, { recursive: true });
      await expect(openSqliteStore({ path, driver })).rejects.toMatchObject({ code: "store_failed" });
    });

    it("but damaged inside says so when it is read", async () => {
      await leaveStore(async (store) => {
        await store.insertSession(toSession());
        await append(store, toBatch("s1", 1, 5_000));
      });
      const bytes = readFileSync(path);
      // Everything but the tables' names.
      writeFileSync(path, Buffer.concat([bytes.subarray(0, 40_960), Buffer.alloc(bytes.length - 40_960, 0xaa)]));
      await expect(
        leaveStore(async (store) => {
          await readAll(store, "s1");
        }),
      ).rejects.toMatchObject({ code: "store_failed", message: expect.stringContaining(`${path} is damaged`) });
    });
  });
});
