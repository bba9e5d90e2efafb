// Writes the content of an archive into an empty folder, by the same rules for all kinds of archives. Nothing is written outside.
import { hasErrno } from "@parley/base";
import { copyFile, link, mkdir, open, realpath, symlink } from "node:fs/promises";
import { dirname, join, posix, sep } from "node:path";
import { foldName, parseEntryName, showName, UnpackFailure } from "./entry-name.ts";

export interface TreeLimits {
  readonly unpackedBytesMax: number;
  readonly unpackedEntriesMax: number;
}

type Kind = "folder" | "file" | "link";

interface Claim {
  readonly path: string;
  readonly kind: Kind;
}

const EXECUTABLE = 0o755;
const PLAIN = 0o644;

export class TreeWriter {
  readonly #root: string;
  readonly #limits: TreeLimits;
  /** Every used name, as a case-insensitive file system sees it. */
  readonly #claims = new Map<string, Claim>();
  /** Created last, so that nothing is written through a link. */
  readonly #links: { readonly path: string; readonly target: string }[] = [];
  #bytes = 0;

  /** `root` exists and is empty. */
  constructor(root: string, limits: TreeLimits) {
    this.#root = root;
    this.#limits = limits;
  }

  async addFolder(name: string): Promise<void> {
    const parts = parseEntryName(name);
    if (parts.length > 0) await mkdir(this.#claim(parts, "folder"), { recursive: true });
  }

  /** Only the executable bit of its permissions is kept: no owner, no set-user-id. */
  async addFile(name: string, isExecutable: boolean, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const path = this.#claim(parseEntryName(name), "file");
    await mkdir(dirname(path), { recursive: true });
    await using file = await open(path, "wx", isExecutable ? EXECUTABLE : PLAIN);
    for await (const chunk of chunks) {
      this.#bytes += chunk.length;
      if (this.#bytes > this.#limits.unpackedBytesMax) {
        throw new UnpackFailure(`the archive contains more than ${this.#limits.unpackedBytesMax} bytes`);
      }
      await file.writeFile(chunk);
    }
  }

  /** `target` is the name of an earlier file. */
  async addHardLink(name: string, target: string): Promise<void> {
    const from = parseEntryName(target).join("/");
    const claim = this.#claims.get(foldName(from));
    if (claim?.kind !== "file" || claim.path !== from) {
      throw new UnpackFailure(`the archive contains ${showName(name)}, a link to something that is not a file in it`);
    }
    const path = this.#claim(parseEntryName(name), "file");
    await mkdir(dirname(path), { recursive: true });
    try {
      await link(join(this.#root, from), path);
    } catch (error) {
      if (!hasErrno(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "EMLINK", "ENOSYS")) throw error;
      await copyFile(join(this.#root, from), path);
    }
  }

  addSymbolicLink(name: string, target: string): void {
    const parts = parseEntryName(name);
    const leadsTo = posix.normalize(posix.join(...parts.slice(0, -1), target));
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    const isOdd = target === "" || /[\x00-\x1f\x7f\\]/.test(target) || /^([/\\]|[A-Za-z]:)/.test(target);
    if (isOdd || leadsTo === ".." || leadsTo.startsWith("../")) throw leadsOut(name);
    this.#links.push({ path: this.#claim(parts, "link"), target });
  }

  /** Creates the links; each must lead to something inside. */
  async finish(): Promise<void> {
    for (const { path, target } of this.#links) {
      await mkdir(dirname(path), { recursive: true });
      await symlink(target, path);
    }
    const root = await realpath(this.#root);
    for (const { path } of this.#links) {
      const real = await followLink(path);
      // Only now is it known where a link through other links leads.
      if (real !== root && !real.startsWith(root + sep)) throw leadsOut(path.slice(this.#root.length + 1));
    }
  }

  /** Reserves a name and the folders above it. Returns the absolute path. */
  #claim(parts: readonly string[], kind: Kind): string {
    if (parts.length === 0) throw new UnpackFailure("the archive contains an entry without a name");
    for (let length = 1; length <= parts.length; length += 1) {
      this.#claimOne(parts.slice(0, length).join("/"), length === parts.length ? kind : "folder");
    }
    return join(this.#root, ...parts);
  }

  #claimOne(path: string, kind: Kind): void {
    const key = foldName(path);
    const taken = this.#claims.get(key);
    if (taken === undefined) {
      this.#claims.set(key, { path, kind });
      if (this.#claims.size <= this.#limits.unpackedEntriesMax) return;
      throw new UnpackFailure(`the archive contains more than ${this.#limits.unpackedEntriesMax} files and folders`);
    }
    if (taken.path !== path) {
      throw new UnpackFailure(
        `the archive contains ${showName(taken.path)} and ${showName(path)}, which are the same file on some systems`,
      );
    }
    if (taken.kind !== "folder" || kind !== "folder") {
      throw new UnpackFailure(`the archive contains ${showName(path)} twice`);
    }
  }
}

async function followLink(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (hasErrno(error, "ENOENT", "ELOOP", "ENOTDIR", "EACCES")) return ""; // It leads nowhere, or in a circle.
    throw error;
  }
}

function leadsOut(name: string): UnpackFailure {
  return new UnpackFailure(`the archive contains ${showName(name)}, a link that leads outside it or nowhere`);
}
