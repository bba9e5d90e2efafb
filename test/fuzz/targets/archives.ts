// Archives of agents, damaged and hostile: unpacked within their folder and the limits, or refused in words.
import { createHostEnvironment, defaultAgentLimits } from "@parley/catalogue";
import { createTempFolder } from "@parley/test-support";
import * as fc from "fast-check";
import { lstat, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { makePax, makeTar, makeZip, type TarEntry } from "../../../packages/catalogue/src/testing/archives.ts";
import { UnpackFailure } from "../../../packages/catalogue/src/unpack/entry-name.ts";
import { unpack } from "../../../packages/catalogue/src/unpack/unpack.ts";
import { editedBytes, fromBytes, type Bytes } from "../engine/bytes.ts";
import { BrokenPromise, defineTarget } from "../engine/target.ts";

interface Input {
  readonly kind: "tar.gz" | "zip";
  /** Of a tar: before it is compressed, unless it is damaged on purpose. */
  readonly bytes: Bytes;
  readonly isCompressed: boolean;
}

const KIB = 1024;
const LIMITS = { ...defaultAgentLimits, unpackedBytesMax: 256 * KIB, unpackedEntriesMax: 50 };

const NAMES = [
  "bin/agent",
  "../out",
  "/etc/passwd",
  "a/../../b",
  "./",
  "",
  "a\\b",
  "a//b",
  "x".repeat(300),
  "\u0000",
  "link/x",
  "C:\\x",
  "a/.",
  "é",
  "bin",
];
const entry: fc.Arbitrary<TarEntry> = fc.record(
  {
    name: fc.constantFrom(...NAMES),
    type: fc.constantFrom("0", "0", "0", "1", "2", "3", "5", "6", "7", "L", "x", "g", "\u0000", "S"),
    content: fc.constantFrom("", "#!/bin/sh\n", "x".repeat(2_000)),
    link: fc.constantFrom("bin/agent", "../../etc", "/etc", "link", ".", ""),
    mode: fc.constantFrom(0o644, 0o4755, 0, 0o7777),
    size: fc.constantFrom(0, 10, 2 ** 32, 8 ** 11 - 1),
  },
  { requiredKeys: ["name"] },
);
const entries = fc.array(entry, { minLength: 1, maxLength: 6 });
const pax = fc.constantFrom(
  { path: "../x" },
  { size: "99999999999" },
  { linkpath: "/etc/passwd" },
  { path: "bin/agent" },
);
const tar = fc
  .tuple(entries, fc.option(pax))
  .map(([list, header]) => makeTar(header === null ? list : [makePax(header), ...list]));
const zip = entries.map((list) =>
  makeZip(list.map(({ name, content = "", mode = 0o644 }) => ({ name, content, mode }))),
);

const record = (kind: Input["kind"], bytes: fc.Arbitrary<Uint8Array>, isCompressed: boolean): fc.Arbitrary<Input> =>
  fc.record({ kind: fc.constant(kind), bytes: editedBytes(bytes), isCompressed: fc.constant(isCompressed) });

export const archives = defineTarget<Input>({
  name: "archives",
  count: 250,
  inputs: fc.oneof(
    record("tar.gz", tar, false),
    record(
      "tar.gz",
      tar.map((bytes) => gzipSync(bytes)),
      true,
    ),
    record("zip", zip, true),
  ),
  async open() {
    const place = await createTempFolder();
    const host = createHostEnvironment({ platform: "linux", env: { PATH: "/usr/bin:/bin" } });
    return {
      async play({ kind, bytes, isCompressed }) {
        const [folder, file] = [place.file("in", "out"), place.file("download")];
        await mkdir(folder, { recursive: true });
        await writeFile(file, kind === "zip" || isCompressed ? fromBytes(bytes) : gzipSync(fromBytes(bytes)));
        try {
          await unpack({ file, kind, folder, cmd: "./bin/agent", host, limits: LIMITS });
        } catch (error) {
          if (!(error instanceof UnpackFailure)) throw error;
        }
        await checkTree(place.path, folder);
        await rm(place.file("in"), { recursive: true, force: true });
      },
      [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
    };
  },
});

/** Nothing beside the folder, nothing over the limits, nothing but files, folders and links. */
async function checkTree(place: string, folder: string): Promise<void> {
  const outside = [...(await readdir(place)), ...(await readdir(`${place}/in`))].toSorted();
  if (outside.join() !== "download,in,out") throw new BrokenPromise(`outside of the folder: ${outside.join()}`);
  let bytes = 0;
  for (const found of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const stats = await lstat(`${found.parentPath}/${found.name}`);
    if (!stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink()) throw new BrokenPromise("a special file");
    if ((stats.mode & 0o7000) !== 0 && stats.isFile()) throw new BrokenPromise(`${found.name} has special bits`);
    if (stats.isFile()) bytes += stats.size;
  }
  if (bytes > LIMITS.unpackedBytesMax) throw new BrokenPromise(`${bytes} bytes were unpacked`);
}
