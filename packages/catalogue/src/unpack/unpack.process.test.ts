import { createTempFolder, type TempFolder } from "@parley/test-support";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { lstat, mkdir, readdir, readFile, readlink, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defaultAgentLimits, type AgentLimits } from "../limits.ts";
import { createHostEnvironment } from "../programs/host-environment.ts";
import {
  hasBzip2,
  makePax,
  makeTar,
  makeTarBz2,
  makeTarGz,
  makeZip,
  type TarEntry,
  type ZipEntry,
} from "../testing/archives.ts";
import { archiveKindOf, unpack, type ArchiveKind } from "./unpack.ts";

let folder: TempFolder;

beforeEach(async () => {
  folder = await createTempFolder();
  await mkdir(folder.file("out"));
});
afterEach(() => folder[Symbol.asyncDispose]());

const host = createHostEnvironment({ platform: "linux", env: { PATH: "/usr/bin:/bin" } });

async function unpackBytes(
  bytes: Uint8Array,
  kind: ArchiveKind,
  limits: Partial<AgentLimits> = {},
  here = host,
): Promise<void> {
  const file = folder.file("download");
  await writeFile(file, bytes);
  const options = { file, kind, folder: folder.file("out"), cmd: "./bin/agent" };
  await unpack({ ...options, host: here, limits: { ...defaultAgentLimits, ...limits } });
}

/** Without what is behind links: a link may lead to the folder that it is in. */
async function tree(below = ""): Promise<string[]> {
  const entries = await readdir(folder.file("out", below), { withFileTypes: true });
  const names = entries.map(async (entry) => {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? [name, ...(await tree(name))] : [name];
  });
  return (await Promise.all(names)).flat().toSorted();
}

const good: readonly TarEntry[] = [
  { name: "./", type: "5" },
  { name: "./bin/", type: "5", mode: 0o700 },
  { name: "./bin/agent", content: "#!/bin/sh\n", mode: 0o4755 },
  { name: "share/deep/data.txt", content: "x".repeat(2_000) },
  { name: "bin/again", type: "1", link: "./bin/agent" },
  { name: "lib/current", type: "2", link: "../share/deep" },
  { name: "empty" },
];

/** What is there of the good one: names, permissions, and what is behind links. */
async function readGood(): Promise<object> {
  const modeOf = async (path: string): Promise<number> => (await stat(folder.file("out", path))).mode & 0o7777;
  return {
    names: await tree(),
    modes: [await modeOf("bin/agent"), await modeOf("share/deep/data.txt")],
    link: await readlink(folder.file("out/lib/current")),
    behindLink: (await readFile(folder.file("out/lib/current/data.txt"))).length,
    hardLink: await readFile(folder.file("out/bin/again"), "utf8"),
  };
}

const expected = {
  names: ["bin", "bin/again", "bin/agent", "empty", "lib", "lib/current", "share", "share/deep", "share/deep/data.txt"],
  modes: [0o755, 0o644],
  link: "../share/deep",
  behindLink: 2_000,
  hardLink: "#!/bin/sh\n",
};

describe("a good archive", () => {
  it("of tar.gz is unpacked whole, without owners and special permissions", async () => {
    await unpackBytes(makeTarGz(good), "tar.gz");
    expect(await readGood()).toEqual(expected);
  });

  it.runIf(hasBzip2)("of tar.bz2 is unpacked with the system's bzip2", async () => {
    await unpackBytes(makeTarBz2(good), "tar.bz2");
    expect(await readGood()).toEqual(expected);
  });

  it("of zip is unpacked whole", async () => {
    await unpackBytes(
      makeZip([
        { name: "bin/", mode: 0o040755 },
        { name: "bin/agent", content: "#!/bin/sh\n", mode: 0o104755 },
        { name: "lib/current", content: "../bin/agent", mode: 0o120777 },
        { name: "from\\windows.txt", content: "w", madeBy: 0 },
      ]),
      "zip",
    );
    expect(await tree()).toEqual(["bin", "bin/agent", "from", "from/windows.txt", "lib", "lib/current"]);
    expect((await stat(folder.file("out/bin/agent"))).mode & 0o7777).toBe(0o755);
    expect(await readFile(folder.file("out/lib/current"), "utf8")).toBe("#!/bin/sh\n");
  });

  it("made by the system's own tools is unpacked", async () => {
    await mkdir(folder.file("in/sub"), { recursive: true });
    await writeFile(folder.file("in/sub/file"), Buffer.alloc(300_000, "abc"));
    await writeFile(folder.file("in", `${"long-".repeat(40)}name`), "long");
    const tar = execFileSync("tar", ["czf", "-", "-C", folder.file("in"), "."], { maxBuffer: 1e7 });
    await unpackBytes(tar, "tar.gz");
    expect(await tree()).toEqual([`${"long-".repeat(40)}name`, "sub", "sub/file"].toSorted());
    expect((await readFile(folder.file("out/sub/file"))).equals(Buffer.alloc(300_000, "abc"))).toBe(true);
  });

  it("of many small files is unpacked to the last one", async () => {
    const entries = Array.from({ length: 3_000 }, (_, index) => ({
      name: `d${index % 7}/f${index}`,
      content: `${index}`,
    }));
    await unpackBytes(makeTarGz(entries), "tar.gz");
    expect(await tree()).toHaveLength(3_007);
    expect(await readFile(folder.file("out/d3/f2999"), "utf8")).toBe("2999");
  });

  it("that is a program is put where its command says", async () => {
    await unpackBytes(Buffer.from("#!/bin/sh\n"), "raw");
    expect(await tree()).toEqual(["bin", "bin/agent"]);
    expect((await stat(folder.file("out/bin/agent"))).mode & 0o777).toBe(0o755);
  });
});

describe("a hostile tar", () => {
  const file = { content: "evil", mode: 0o755 };
  it.each<readonly [string, readonly TarEntry[], string]>([
    ["an absolute path", [{ name: "/tmp/evil", ...file }], "an absolute path"],
    ["a drive", [{ name: "C:evil", ...file }], "an absolute path"],
    ["a path out of it", [{ name: "../evil", ...file }], "leads outside the folder"],
    ["a path out of it on the way", [{ name: "a/../../evil", ...file }], "leads outside the folder"],
    ["a path out of it that comes back", [{ name: "../out/evil", ...file }], "leads outside the folder"],
    ["a backslash", [{ name: String.raw`..\evil`, ...file }], "contains a backslash"],
    ["a NUL in a name", [makePax({ path: "ok\0../../evil" }), { name: "x", ...file }], "contains a NUL"],
    [
      "a NUL in a long name",
      [
        { name: "L", type: "L", content: "ok\0evil" },
        { name: "x", ...file },
      ],
      "contains a NUL",
    ],
    ["a control character", [{ name: "a\u001B[2Jb", ...file }], "control characters"],
    ["a link to an absolute path", [{ name: "l", type: "2", link: "/etc/passwd" }], "leads outside it or nowhere"],
    ["a link out of it", [{ name: "d/l", type: "2", link: "../../x" }], "leads outside it or nowhere"],
    ["a link to nothing", [{ name: "l", type: "2", link: "nowhere" }], "leads outside it or nowhere"],
    [
      "links in a circle",
      [
        { name: "a", type: "2", link: "b" },
        { name: "b", type: "2", link: "a" },
      ],
      "leads outside it or nowhere",
    ],
    [
      "a link that other links lead out",
      [
        { name: "sub/self", type: "2", link: "../" },
        { name: "out", type: "2", link: "sub/self/../download" },
      ],
      "leads outside it or nowhere",
    ],
    [
      "a file through a link",
      [
        { name: "d", type: "2", link: "." },
        { name: "d/evil", ...file },
      ],
      '"d" twice',
    ],
    [
      "a file in the place of a link",
      [
        { name: "d", type: "2", link: "." },
        { name: "d", ...file },
      ],
      '"d" twice',
    ],
    ["a hard link to an absolute path", [{ name: "h", type: "1", link: "/etc/passwd" }], "an absolute path"],
    ["a hard link out of it", [{ name: "h", type: "1", link: "../../etc/passwd" }], "leads outside the folder"],
    ["a hard link to nothing", [{ name: "h", type: "1", link: "nowhere" }], "not a file in it"],
    [
      "a hard link to a link",
      [
        { name: "l", type: "2", link: "." },
        { name: "h", type: "1", link: "l" },
      ],
      "not a file in it",
    ],
    ["a character device", [{ name: "c", type: "3" }], "not a file, folder or link"],
    ["a block device", [{ name: "b", type: "4" }], "not a file, folder or link"],
    ["a pipe", [{ name: "p", type: "6" }], "not a file, folder or link"],
    ["a sparse file", [{ name: "s", type: "S", content: "x" }], "not a file, folder or link"],
    ["something nobody knows", [{ name: "z", type: "Z", content: "x" }], "not a file, folder or link"],
    [
      "a file twice",
      [
        { name: "a", ...file },
        { name: "./a", ...file },
      ],
      '"a" twice',
    ],
    [
      "names that differ in case",
      [
        { name: "Bin/a", ...file },
        { name: "bin/b", ...file },
      ],
      "the same file on some systems",
    ],
    [
      "names that differ in accents",
      [
        { name: "é", ...file },
        { name: "e\u0301", ...file },
      ],
      "the same file on some systems",
    ],
    [
      "a file below a file",
      [
        { name: "a", ...file },
        { name: "a/b", ...file },
      ],
      '"a" twice',
    ],
    [
      "a folder in the place of a file",
      [
        { name: "a", ...file },
        { name: "a", type: "5" },
      ],
      '"a" twice',
    ],
    ["a name that is too long", [makePax({ path: "n".repeat(300) }), { name: "x", ...file }], "too long"],
    ["a path that is too deep", [makePax({ path: `${"d/".repeat(100)}f` }), { name: "x", ...file }], "folders deep"],
    ["a file without a name", [{ name: ".", content: "x" }], "without a name"],
  ])("with %s is refused", async (_, entries, message) => {
    await expect(unpackBytes(makeTarGz(entries), "tar.gz")).rejects.toThrow(message);
    expect(existsSync(folder.file("evil"))).toBe(false);
    expect(existsSync("/tmp/evil")).toBe(false);
    expect(await tree()).not.toContain("evil");
  });

  it("with more entries than it may have is refused", async () => {
    const entries = Array.from({ length: 50 }, (_, index) => ({ name: `d${index}/f` }));
    await expect(unpackBytes(makeTarGz(entries), "tar.gz", { unpackedEntriesMax: 60 })).rejects.toThrow(
      "more than 60 files",
    );
  });

  it("with more bytes than it may have is refused before they are on the disk", async () => {
    const bomb = makeTarGz([{ name: "bomb", content: Buffer.alloc(20_000_000) }]);
    expect(bomb.length).toBeLessThan(100_000);
    await expect(unpackBytes(bomb, "tar.gz", { unpackedBytesMax: 1_000_000 })).rejects.toThrow(
      "more than 1000000 bytes",
    );
    expect((await lstat(folder.file("out/bomb"))).size).toBeLessThanOrEqual(1_000_000);
  });

  it("that comes to far more than was downloaded is refused, however much the disk could hold", async () => {
    const bomb = makeTarGz([{ name: "bomb", content: Buffer.alloc(20_000_000) }]);
    const limits = { unpackedBytesMin: 100_000, unpackRatioMax: 40 };
    await expect(unpackBytes(bomb, "tar.gz", limits)).rejects.toThrow(`more than ${bomb.length * 40} bytes`);
    // What is small is taken whatever it comes to: a program of zeros, a text.
    await unpackBytes(makeTarGz([{ name: "zeros", content: Buffer.alloc(90_000) }]), "tar.gz", limits);
  });

  it("with nothing but padding is refused too", async () => {
    const padding = gzipSync(Buffer.alloc(20_000_000));
    await expect(unpackBytes(padding, "tar.gz", { unpackedBytesMax: 1_000_000 })).rejects.toThrow(
      "more than 1000000 bytes",
    );
  });

  it.each([
    ["cut off", makeTarGz(good).subarray(0, 200), "the archive is damaged"],
    [
      "cut off inside a file",
      gzipSync(makeTar([{ name: "a", content: "x".repeat(5_000) }]).subarray(0, 2_000)),
      "damaged",
    ],
    ["that is none", Buffer.from("<html>not found</html>"), "the archive is damaged"],
    ["that is text inside", gzipSync(Buffer.from("hello ".repeat(500))), "the archive is damaged"],
    ["that is empty", gzipSync(Buffer.alloc(0)), "the archive is damaged"],
    ["of nothing at all", Buffer.alloc(0), "the archive is damaged"],
    ["compressed twice", gzipSync(makeTarGz(good)), "compressed twice"],
    ["with a wrong sum", gzipSync(Buffer.from(makeTar(good)).fill("9", 148, 152)), "the archive is damaged"],
    ["with a size that is none", makeTarGz([{ name: "a", content: "x", size: 8 ** 11 - 1 }]), "the archive is damaged"],
  ])("%s is refused", async (_, bytes, message) => {
    await expect(unpackBytes(bytes, "tar.gz")).rejects.toThrow(message);
  });

  it.runIf(hasBzip2)("in bzip2 is refused as well, and one that is damaged says so", async () => {
    const hostile = makeTarBz2([{ name: "../evil", content: "x" }]);
    await expect(unpackBytes(hostile, "tar.bz2")).rejects.toThrow("leads outside the folder");
    await expect(unpackBytes(Buffer.from("not bzip2 at all"), "tar.bz2")).rejects.toThrow(
      "the archive is damaged: bzip2:",
    );
  });

  it("in bzip2 needs bzip2, and says so", async () => {
    const here = createHostEnvironment({ platform: "win32", env: {} });
    await expect(unpackBytes(Buffer.from("BZh"), "tar.bz2", {}, here)).rejects.toThrow("unpacking it requires bzip2");
  });
});

describe("a hostile zip", () => {
  it.each<readonly [string, readonly ZipEntry[], string]>([
    ["an absolute path", [{ name: "/tmp/evil", content: "x" }], "absolute path"],
    ["a drive", [{ name: "C:/evil", content: "x" }], "absolute path"],
    ["a drive without a slash", [{ name: "C:evil", content: "x" }], "absolute path"],
    ["a path out of it", [{ name: "a/../../evil", content: "x" }], "invalid relative path"],
    ["a path out of it, as Windows writes it", [{ name: String.raw`..\evil`, content: "x" }], "invalid relative path"],
    ["a NUL in a name", [{ name: "a\0b", content: "x" }], "control characters"],
    ["a link out of it", [{ name: "l", content: "../../etc/passwd", mode: 0o120777 }], "leads outside it or nowhere"],
    ["a link that is no path", [{ name: "l", content: "x".repeat(5_000), mode: 0o120777 }], "too long"],
    [
      "a file through a link",
      [
        { name: "d", content: ".", mode: 0o120777 },
        { name: "d/evil", content: "x" },
      ],
      '"d" twice',
    ],
    ["a device", [{ name: "c", mode: 0o020644 }], "not a file, folder or link"],
    ["a pipe", [{ name: "p", mode: 0o010644 }], "not a file, folder or link"],
    ["a file twice", [{ name: "a" }, { name: "a" }], '"a" twice'],
    ["names that differ in case", [{ name: "A" }, { name: "a" }], "the same file on some systems"],
    ["a size that is not so", [{ name: "a", content: "abc", size: 100 }], "the archive is damaged"],
    ["something encrypted", [{ name: "a", content: "abc456789012345", size: 3, flags: 0x0801 }], "encrypted"],
  ])("with %s is refused", async (_, entries, message) => {
    await expect(unpackBytes(makeZip(entries), "zip")).rejects.toThrow(message);
    expect(existsSync("/tmp/evil")).toBe(false);
    expect(existsSync(folder.file("evil"))).toBe(false);
  });

  it("with too many entries or bytes is refused", async () => {
    const entries = Array.from({ length: 50 }, (_, index) => ({ name: `f${index}`, content: "0123456789" }));
    await expect(unpackBytes(makeZip(entries), "zip", { unpackedEntriesMax: 20 })).rejects.toThrow(
      "more than 20 files",
    );
    await mkdir(folder.file("more"));
    await expect(unpackBytes(makeZip(entries), "zip", { unpackedBytesMax: 99 })).rejects.toThrow("more than 99 bytes");
  });

  it("that is cut off or none at all is refused", async () => {
    await expect(unpackBytes(makeZip([{ name: "a" }]).subarray(0, 60), "zip")).rejects.toThrow(
      "the archive is damaged",
    );
    await expect(unpackBytes(Buffer.from("<html>"), "zip")).rejects.toThrow("the archive is damaged");
  });
});

describe("the kind of an archive", () => {
  it.each([
    ["https://x/a.zip", "zip"],
    ["https://x/a.TAR.GZ?token=1", "tar.gz"],
    ["https://x/a.tgz", "tar.gz"],
    ["https://x/a.tar.bz2", "tar.bz2"],
    ["https://x/a.tbz2", "tar.bz2"],
    ["https://x/releases/v1.2.3/agent", "raw"],
    ["https://x/releases/agent-1.2.3-linux", "raw"],
    ["https://x/agent.exe", "raw"],
  ] as const)("of %s is %s", (url, kind) => {
    expect(archiveKindOf(url)).toBe(kind);
  });

  it.each(["https://x/a.tar.xz", "https://x/a.dmg", "https://x/a.7z", "https://x/a.deb"])(
    "of %s is not supported",
    (url) => {
      expect(() => archiveKindOf(url)).toThrow("are not supported");
    },
  );
});

it("writes what it unpacks into its folder only", async () => {
  await unpackBytes(makeTarGz(good), "tar.gz");
  expect((await readdir(folder.path)).toSorted()).toEqual(["download", "out"]);
  expect(existsSync(join(folder.file("out"), "..", "evil"))).toBe(false);
});
