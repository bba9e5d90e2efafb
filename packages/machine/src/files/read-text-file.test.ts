import { createTempFolder } from "@parley/test-support";
import { chmod, mkdir, open, symlink, truncate, writeFile } from "node:fs/promises";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFiles } from "./create-files.ts";
import { heldFolders } from "./held-folder.ts";
import { namedFolders } from "./named-folder.ts";

const isLinux = process.platform === "linux";
const isWindows = process.platform === "win32";
const ways = Object.entries({ ...(isLinux ? { held: heldFolders } : {}), named: namedFolders });

/** Runs as somebody who owns nothing here: root is denied nothing. */
async function unprivileged<T>(action: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return action();
  process.seteuid?.(65_534);
  try {
    return await action();
  } finally {
    process.seteuid?.(0);
  }
}

describe.each(ways)("readTextFile with %s folders", (_, folders) => {
  it("returns exactly what the file has", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    for (const content of ["", "\n", "no end", "a\r\nb\rc\n", "\uFEFFwith a mark\n", "é😀\u2028\n"]) {
      await writeFile(temp.file("a.txt"), content);
      const read = await files.readTextFile({ path: temp.file("a.txt") });
      expect(read).toEqual({ content, realPath: temp.file("a.txt"), lossy: false });
    }
  });

  it("returns lines whose consecutive ranges add up to the file", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    const path = temp.file("a.txt");
    const piece = fc.constantFrom("a", "é", "\n", "\r\n", "x".repeat(70_000), "😀\n\n");
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 1, max: 4 }), async (pieces, limit) => {
        const content = pieces.join("");
        await writeFile(path, content);
        const lines = content.split(/(?<=\n)/);
        let joined = "";
        for (let line = 1; line <= lines.length + limit; line += limit) {
          const read = await files.readTextFile({ path, line, limit });
          expect(read.content).toBe(lines.slice(line - 1, line - 1 + limit).join(""));
          joined += read.content;
        }
        expect(joined).toBe(content);
        expect((await files.readTextFile({ path, line: 2 })).content).toBe(lines.slice(1).join(""));
        expect((await files.readTextFile({ path, limit: 1 })).content).toBe(lines[0]);
      }),
      { numRuns: 40 },
    );
  });

  it("has nothing past the end and nothing for a limit of 0", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    await writeFile(temp.file("a.txt"), "one\ntwo\n");
    expect((await files.readTextFile({ path: temp.file("a.txt"), line: 3 })).content).toBe("");
    expect((await files.readTextFile({ path: temp.file("a.txt"), line: 1e15, limit: 5 })).content).toBe("");
    expect((await files.readTextFile({ path: temp.file("a.txt"), limit: 0 })).content).toBe("");
    expect((await files.readTextFile({ path: temp.file("a.txt"), line: null, limit: null })).content).toBe(
      "one\ntwo\n",
    );
  });

  it.each([{ line: 0 }, { line: -1 }, { line: 1.5 }, { line: Number.NaN }, { limit: -1 }, { limit: 0.5 }])(
    "refuses %j",
    async (range) => {
      await using temp = await createTempFolder();
      const files = await createFiles({ roots: [temp.path], folders });
      await expect(files.readTextFile({ path: temp.file("a.txt"), ...range })).rejects.toMatchObject({ code: "usage" });
    },
  );

  it("reads a few lines of a huge file without the rest, and refuses all of it", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders, limits: { scanBytesMax: 1_000_000 } });
    const path = temp.file("huge.log");
    await writeFile(path, "first\n".repeat(20_000));
    await truncate(path, 8 * 2 ** 30);
    expect((await files.readTextFile({ path, line: 19_999, limit: 2 })).content).toBe("first\nfirst\n");
    await expect(files.readTextFile({ path })).rejects.toMatchObject({ code: "file_too_large" });
    await expect(files.readTextFile({ path, line: 20_001, limit: 1 })).rejects.toMatchObject({
      code: "file_too_large",
    });
    await expect(files.readTextFile({ path, line: 20_002 })).rejects.toMatchObject({ code: "file_too_large" });
  });

  it("stops when it is no longer wanted", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    await writeFile(temp.file("a.txt"), "a");
    const reading = files.readTextFile({ path: temp.file("a.txt"), signal: AbortSignal.abort() });
    await expect(reading).rejects.toMatchObject({ name: "AbortError" });
  });

  it("tells text from other bytes", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    const path = temp.file("a.bin");
    await writeFile(path, Buffer.concat([Buffer.alloc(8_191, "a"), Buffer.of(0)]));
    await expect(files.readTextFile({ path })).rejects.toMatchObject({ code: "file_is_binary" });
    await writeFile(path, Buffer.concat([Buffer.alloc(8_192, "a"), Buffer.of(0)]));
    expect((await files.readTextFile({ path })).content).toHaveLength(8_193);
    await writeFile(path, Buffer.from("UTF-16", "utf16le"));
    await expect(files.readTextFile({ path })).rejects.toMatchObject({ code: "file_is_binary" });
    await writeFile(path, Buffer.of(0x61, 0xe9, 0x62));
    expect(await files.readTextFile({ path })).toMatchObject({ content: "a\uFFFDb", lossy: true });
  });

  it("tells missing, denied, outside and folders apart", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    await mkdir(temp.file("folder"));
    await writeFile(temp.file("file"), "a");
    const codes = async (path: string): Promise<unknown> =>
      files.readTextFile({ path }).catch((error: unknown) => error);
    expect(await codes(temp.file("missing"))).toMatchObject({ code: "file_not_found" });
    expect(await codes(temp.file("missing", "missing"))).toMatchObject({ code: "file_not_found" });
    expect(await codes(temp.file("folder"))).toMatchObject({ code: "file_is_directory" });
    expect(await codes(temp.path)).toMatchObject({ code: "file_is_directory" });
    expect(await codes(temp.file("file", "below"))).toMatchObject({ code: "file_path_invalid" });
    expect(await codes("relative")).toMatchObject({ code: "file_path_invalid" });
    expect(await codes(temp.file("nul\0"))).toMatchObject({ code: "file_path_invalid" });
    for (const path of ["..", "../missing", `../${temp.path.slice(1)}-beside`, "../file/below"]) {
      expect(await codes(`${temp.path}/${path}`)).toMatchObject({ code: "file_outside" });
    }
  });

  it.skipIf(isWindows)("says that the system denies it", async () => {
    await using temp = await createTempFolder();
    await mkdir(temp.file("closed"));
    await writeFile(temp.file("closed", "a"), "a");
    await writeFile(temp.file("unreadable"), "a");
    await chmod(temp.path, 0o755);
    await chmod(temp.file("closed"), 0);
    await chmod(temp.file("unreadable"), 0);
    await unprivileged(async () => {
      const files = await createFiles({ roots: [temp.path], folders });
      for (const path of ["unreadable", "closed/a"]) {
        await expect(files.readTextFile({ path: temp.file(path) })).rejects.toMatchObject({ code: "file_denied" });
      }
    });
    await chmod(temp.file("closed"), 0o700);
  });

  it.skipIf(isWindows)("reads through links that stay inside, and not through those that leave", async () => {
    await using temp = await createTempFolder();
    await using outside = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    await mkdir(temp.file("real"));
    await writeFile(temp.file("real", "a"), "inside");
    await writeFile(outside.file("a"), "outside");
    await symlink("real", temp.file("folder-link"));
    await symlink("../real/a", temp.file("real", "file-link"));
    await symlink(outside.path, temp.file("out-folder"));
    await symlink(outside.file("a"), temp.file("out-file"));
    await symlink(outside.file("missing"), temp.file("out-missing"));
    await symlink("circle", temp.file("circle"));
    expect((await files.readTextFile({ path: temp.file("folder-link", "file-link") })).realPath).toBe(
      temp.file("real", "a"),
    );
    for (const path of ["out-folder/a", "out-file", "out-missing", "out-folder/missing/b"]) {
      await expect(files.readTextFile({ path: temp.file(path) })).rejects.toMatchObject({ code: "file_outside" });
    }
    await expect(files.readTextFile({ path: temp.file("circle") })).rejects.toMatchObject({
      code: "file_path_invalid",
    });
    // A way in from outside is fine: what counts is where it leads.
    await symlink(temp.path, outside.file("way-in"));
    expect((await files.readTextFile({ path: outside.file("way-in", "real", "a") })).content).toBe("inside");
  });

  it.skipIf(isWindows)("refuses a file that is not the one decided on", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    await writeFile(temp.file("a"), "a");
    await writeFile(temp.file("secret"), "secret");
    await symlink("secret", temp.file("link"));
    const decidedPath = temp.file("a");
    expect((await files.readTextFile({ path: temp.file("a"), decidedPath })).content).toBe("a");
    const reading = files.readTextFile({ path: temp.file("link"), decidedPath });
    await expect(reading).rejects.toMatchObject({ code: "file_denied" });
  });

  it.skipIf(isWindows)("takes names of any kind, and none that is too long", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    for (const name of ["new\nline", " ", "-rf", "ünïcödé 😀", "a\\b", "(deleted)", "x (deleted)", "$(id)"]) {
      await writeFile(temp.file(name), name);
      expect((await files.readTextFile({ path: temp.file(name) })).content).toBe(name);
    }
    await expect(files.readTextFile({ path: temp.file("n".repeat(300)) })).rejects.toMatchObject({
      code: "file_path_invalid",
    });
    await expect(files.readTextFile({ path: temp.file("d/".repeat(10_000)) })).rejects.toMatchObject({
      code: "file_path_invalid",
    });
  });

  it("leaves no handle open in any case", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    await mkdir(temp.file("folder"));
    await writeFile(temp.file("a"), "a");
    await writeFile(temp.file("binary"), "\0");
    const probe = await open(temp.file("a"));
    const { fd } = probe;
    await probe.close();
    for (const name of ["a", "folder", "binary", "missing", "missing/missing"]) {
      await files.readTextFile({ path: temp.file(name) }).catch((error: unknown) => error);
    }
    const after = await open(temp.file("a"));
    expect(after.fd).toBe(fd);
    await after.close();
  });
});

describe.runIf(isLinux)("readTextFile of the kernel's files", () => {
  it("refuses them, however they are reached", async () => {
    const files = await createFiles({ roots: ["/"] });
    for (const path of ["/proc/self/status", "/proc/kmsg", "/proc/self/../self/environ", "/proc/version"]) {
      await expect(files.readTextFile({ path })).rejects.toMatchObject({ code: "file_is_special" });
    }
  });

  it("does not follow the links of a process out of the roots", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path] });
    await symlink("/proc/self/root/etc/hosts", temp.file("link"));
    for (const path of [temp.file("link"), "/proc/self/cwd/package.json"]) {
      await expect(files.readTextFile({ path })).rejects.toMatchObject({ code: "file_outside" });
    }
  });
});
