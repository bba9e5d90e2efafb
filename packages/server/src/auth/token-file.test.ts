// The token's file: made once, private, and the same for everybody.
import { createTempFolder } from "@parley/test-support";
import { chmod, chown, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { loadOrCreateToken, tokenPathOf } from "./token-file.ts";

it("creates one token for concurrent callers, and leaves no other files", async () => {
  await using folder = await createTempFolder();
  const home = folder.file("home");
  const tokens = await Promise.all(Array.from({ length: 20 }, () => loadOrCreateToken(home)));
  expect(new Set(tokens).size).toBe(1);
  expect(tokens[0]).toMatch(/^[\w-]{43}$/);
  expect(await readdir(home)).toEqual(["token"]);
  expect((await readFile(tokenPathOf(home), "utf8")).trim()).toBe(tokens[0]);
  expect(await loadOrCreateToken(home)).toBe(tokens[0]);
});

it.skipIf(process.platform === "win32")("keeps it private, even if the permissions were opened", async () => {
  await using folder = await createTempFolder();
  const path = tokenPathOf(folder.path);
  const token = await loadOrCreateToken(folder.path);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await chmod(path, 0o644);
  expect(await loadOrCreateToken(folder.path)).toBe(token);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it.each(["", "short", "two words that are no token"])("refuses a file that contains %j", async (text) => {
  await using folder = await createTempFolder();
  await writeFile(tokenPathOf(folder.path), text);
  await expect(loadOrCreateToken(folder.path)).rejects.toMatchObject({ code: "bad_config" });
});

it.skipIf(process.getuid?.() !== 0)("refuses a file of another user, who can read it", async () => {
  await using folder = await createTempFolder();
  const token = await loadOrCreateToken(folder.path);
  await chown(tokenPathOf(folder.path), 4_001, 4_001);
  const own = vi.spyOn(process, "getuid");
  try {
    own.mockReturnValue(4_002);
    await expect(loadOrCreateToken(folder.path)).rejects.toThrow("belongs to another user");
    own.mockReturnValue(4_001);
    expect(await loadOrCreateToken(folder.path)).toBe(token);
  } finally {
    own.mockRestore();
  }
  // The administrator may use those of all users.
  expect(await loadOrCreateToken(folder.path)).toBe(token);
});
