// Installs an agent that comes as an archive, or as a program: downloaded, its hash compared, unpacked.
import { isLoopbackHost } from "@parley/base";
import { chmod, mkdir, realpath, rm, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { showUrl } from "../http/show-url.ts";
import type { BinaryDistribution } from "../registry/registry-agent.ts";
import { throwIfCancelled } from "../programs/run-program.ts";
import { parseEntryName, showName, UnpackFailure } from "../unpack/entry-name.ts";
import { archiveKindOf, unpack } from "../unpack/unpack.ts";
import { download } from "./download.ts";
import { installError } from "./install-error.ts";
import type { Installed, Work } from "./way.ts";

const CONTENT_FOLDER = "content";

export async function installBinary(title: string, binary: BinaryDistribution, work: Work): Promise<Installed> {
  const { folder, surroundings, limits, signal, tell } = work;
  const { archive, cmd, args, env, sha256 } = binary;
  const source = showUrl(archive);
  checkTransport(title, binary);
  const kind = archiveKindOf(archive);
  const file = join(folder, "download");
  tell({ type: "step", text: `Downloading ${source}` });
  const actual = await download({
    url: archive,
    file,
    limits,
    signal,
    onBytes: (receivedBytes, totalBytes) => tell({ type: "download", receivedBytes, totalBytes }),
  });
  if (sha256 !== undefined && actual !== sha256) {
    const why = `what came from ${source} is not what the registry describes (SHA-256 ${actual} instead of ${sha256})`;
    throw installError(title, why, { label: "Do not use it; tell the makers of the agent" });
  }
  tell({ type: "step", text: kind === "raw" ? "Putting it in place" : "Unpacking" });
  const content = join(folder, CONTENT_FOLDER);
  await mkdir(content);
  await unpack({ file, kind, folder: content, cmd, surroundings, limits });
  throwIfCancelled(signal);
  await rm(file);
  const command = [CONTENT_FOLDER, ...parseEntryName(cmd.replaceAll("\\", "/"))].join("/");
  await makeExecutable(content, join(folder, command), cmd);
  const notes = sha256 === undefined ? [`The registry names no SHA-256 for it; that of what came is ${actual}`] : [];
  return { command, args, env, source, sha256: actual, isVerified: sha256 !== undefined, notes };
}

/** On the way here anybody could put another program in its place. */
function checkTransport(title: string, { archive, sha256 }: BinaryDistribution): void {
  const url = new URL(archive);
  if (url.protocol === "https:" || sha256 !== undefined || isLoopbackHost(url.hostname)) return;
  throw installError(title, `${showUrl(url)} is not encrypted, and the registry names no SHA-256 to compare`);
}

/** Archives made on Windows hold no permissions. */
async function makeExecutable(content: string, path: string, cmd: string): Promise<void> {
  const missing = new UnpackFailure(`the archive does not hold the program ${showName(cmd)}`);
  try {
    const real = await realpath(path);
    if (!real.startsWith((await realpath(content)) + sep) || !(await stat(real)).isFile()) throw missing;
    await chmod(real, 0o755);
  } catch (cause) {
    if (cause instanceof UnpackFailure) throw cause;
    throw new UnpackFailure(missing.message, { cause });
  }
  await stat(dirname(path));
}
