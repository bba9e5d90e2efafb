// Installs an agent from an archive or a single program: download, compare the hash, unpack.
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
import type { Installed, Work } from "./install-method.ts";

const CONTENT_FOLDER = "content";

export async function installBinary(title: string, binary: BinaryDistribution, work: Work): Promise<Installed> {
  const { folder, host, limits, signal, report } = work;
  const { archive, cmd, args, env, sha256 } = binary;
  const source = showUrl(archive);
  checkTransport(title, binary);
  const kind = archiveKindOf(archive);
  const file = join(folder, "download");
  report({ type: "step", text: `Downloading ${source}` });
  const actual = await download({
    url: archive,
    file,
    limits,
    signal,
    onBytes: (receivedBytes, totalBytes) => report({ type: "download", receivedBytes, totalBytes }),
  });
  if (sha256 !== undefined && actual !== sha256) {
    const why = `the download from ${source} does not match the registry (SHA-256 ${actual}, expected ${sha256})`;
    throw installError(title, why, { label: "Do not use it, and report this to the agent's developers" });
  }
  report({ type: "step", text: kind === "raw" ? "Installing" : "Unpacking" });
  const content = join(folder, CONTENT_FOLDER);
  await mkdir(content);
  await unpack({ file, kind, folder: content, cmd, host, limits });
  throwIfCancelled(signal);
  await rm(file);
  const command = [CONTENT_FOLDER, ...parseEntryName(cmd.replaceAll("\\", "/"))].join("/");
  await makeExecutable(content, join(folder, command), cmd);
  const notes = sha256 === undefined ? [`The registry has no SHA-256 for it; the download's is ${actual}`] : [];
  return { command, args, env, source, sha256: actual, isVerified: sha256 !== undefined, notes };
}

/** Without encryption or a hash the download could be replaced on the way. */
function checkTransport(title: string, { archive, sha256 }: BinaryDistribution): void {
  const url = new URL(archive);
  if (url.protocol === "https:" || sha256 !== undefined || isLoopbackHost(url.hostname)) return;
  throw installError(title, `${showUrl(url)} is not encrypted, and the registry has no SHA-256 to compare`);
}

/** Archives created on Windows have no permissions. */
async function makeExecutable(content: string, path: string, cmd: string): Promise<void> {
  const missing = new UnpackFailure(`the archive does not contain the program ${showName(cmd)}`);
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
