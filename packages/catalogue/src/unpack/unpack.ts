// Unpacks a download into an empty folder: an archive by its extension, or a single program as it is.
import { spawnProcess } from "@parley/machine/processes";
import { createReadStream } from "node:fs";
import { chmod, copyFile, mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { commonFolders } from "../programs/program-folders.ts";
import { DRAIN_GRACE_MS, VERSION_GRACE_MS, type AgentLimits } from "../limits.ts";
import { firstProgram, searchPath } from "../programs/program-search.ts";
import type { HostEnvironment } from "../programs/host-environment.ts";
import { parseEntryName, UnpackFailure } from "./entry-name.ts";
import { TreeWriter } from "./tree-writer.ts";

export type ArchiveKind = "zip" | "tar.gz" | "tar.bz2" | "raw";

const ENDINGS: readonly (readonly [RegExp, ArchiveKind])[] = [
  [/\.zip$/i, "zip"],
  [/\.(tar\.gz|tgz)$/i, "tar.gz"],
  [/\.(tar\.bz2|tbz2)$/i, "tar.bz2"],
];
/** Archives and installers that are not supported. */
const OTHERS = /\.(tar|tar\.\w+|txz|tzst|7z|rar|gz|bz2|xz|zst|dmg|pkg|deb|rpm|msi|apk|appx|msix|whl|iso)$/i;

export interface UnpackOptions {
  /** The downloaded file. */
  readonly file: string;
  readonly kind: ArchiveKind;
  /** Exists and is empty. */
  readonly folder: string;
  /** The file name of a single program. */
  readonly cmd: string;
  readonly host: HostEnvironment;
  readonly limits: AgentLimits;
}

/** By the URL of the archive. Throws `UnpackFailure` for an unsupported kind. */
export function archiveKindOf(url: string): ArchiveKind {
  const { pathname } = new URL(url);
  const [, kind] = ENDINGS.find(([ending]) => ending.test(pathname)) ?? [];
  if (kind !== undefined) return kind;
  const [, other] = OTHERS.exec(pathname) ?? [];
  if (other !== undefined) throw new UnpackFailure(`.${other} files are not supported`);
  return "raw";
}

/** Rejects with `UnpackFailure` or a system error. */
export async function unpack(given: UnpackOptions): Promise<void> {
  const options = { ...given, limits: await toBoundLimits(given) };
  const { file, kind, folder, limits } = options;
  const tree = new TreeWriter(folder, limits);
  switch (kind) {
    case "zip":
      return (await import("./unpack-zip.ts")).unpackZip(file, tree, limits);
    case "tar.gz":
      return unpackTar(countBytes(gunzip(file), limits), tree);
    case "tar.bz2":
      return unpackBzip2(options, tree);
    case "raw":
      return placeProgram(options);
  }
}

/** Loaded when something is unpacked, because every start of an agent loads this file. */
async function unpackTar(source: AsyncIterable<Uint8Array>, tree: TreeWriter): Promise<void> {
  const { unpackTar: run } = await import("./unpack-tar.ts");
  await run(source, tree);
}

/** A small download that unpacks to gigabytes is refused before it fills the disk. */
async function toBoundLimits({ file, limits }: UnpackOptions): Promise<AgentLimits> {
  const { unpackedBytesMax, unpackRatioMax, unpackedBytesMin } = limits;
  const { size } = await stat(file);
  const bytesMax = Math.min(unpackedBytesMax, Math.max(unpackedBytesMin, size * unpackRatioMax));
  return { ...limits, unpackedBytesMax: Math.floor(bytesMax) };
}

async function placeProgram({ file, folder, cmd }: UnpackOptions): Promise<void> {
  const path = join(folder, ...parseEntryName(cmd.replaceAll("\\", "/")));
  await mkdir(dirname(path), { recursive: true });
  await copyFile(file, path);
  await chmod(path, 0o755);
}

async function* gunzip(file: string): AsyncGenerator<Uint8Array, void, undefined> {
  const source = createReadStream(file);
  const unzipped = createGunzip();
  source.on("error", (error) => unzipped.destroy(error));
  try {
    for await (const chunk of source.pipe(unzipped)) yield chunk as Uint8Array;
  } catch (cause) {
    if (!(cause instanceof Error) || !("code" in cause) || !String(cause.code).startsWith("Z_")) throw cause;
    throw new UnpackFailure(`the archive is damaged: ${cause.message}`, { cause });
  } finally {
    source.destroy();
    unzipped.destroy();
  }
}

/** Counts everything, also the data between entries. */
async function* countBytes(
  source: AsyncIterable<Uint8Array>,
  { unpackedBytesMax }: AgentLimits,
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > unpackedBytesMax) throw new UnpackFailure(`the archive contains more than ${unpackedBytesMax} bytes`);
    yield chunk;
  }
}

/** Node does not support bzip2, so the bzip2 program is used. */
async function unpackBzip2({ file, host, limits }: UnpackOptions, tree: TreeWriter): Promise<void> {
  const found =
    (await searchPath("bzip2", host)) ??
    (await firstProgram(
      commonFolders(host).map((folder) => join(folder, "bzip2")),
      host,
    ));
  if (found?.kind !== "executable") throw new UnpackFailure("unpacking it requires bzip2, which was not found");
  const child = await spawnProcess({
    command: found.path,
    args: ["-dc", file],
    cwd: dirname(file),
    baseEnv: host.env,
  });
  try {
    child.stdin.end();
    await unpackTar(countBytes(Readable.from(child.stdout), limits), tree);
    const { exitCode } = await child.exited;
    if (exitCode !== 0) throw new UnpackFailure("bzip2 failed to decompress it");
  } catch (error) {
    // To the reader a damaged archive looks like a short one; bzip2 reports the cause, if it exited on its own.
    const end = await Promise.race([child.exited, delay(DRAIN_GRACE_MS, undefined)]);
    if (!(error instanceof UnpackFailure) || (end?.exitCode ?? 0) === 0) throw error;
    const words = child.stderrKept.text().trim();
    throw new UnpackFailure(`the archive is damaged: ${words}`, { cause: error });
  } finally {
    await child.end({ graceMs: VERSION_GRACE_MS });
  }
}
