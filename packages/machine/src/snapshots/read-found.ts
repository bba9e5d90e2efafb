// Reads a file or link that a scan has found, consistently and with few calls: scans read thousands in a row.
import { close, constants, fstat, open, read, type Stats } from "node:fs";
import { lstat, readlink } from "node:fs/promises";
import { READ_ATTEMPTS_MAX } from "../limits.ts";
import type { Found } from "./scan.ts";
import type { SkipReason } from "./skipped.ts";

interface Reading {
  readonly bytes: Buffer;
  readonly stats: Stats;
  /** When reading began. */
  readonly readAt: number;
}

const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export async function readFound(found: Found, bytesMax: number): Promise<Reading | SkipReason> {
  const path = found.folder.at(found.name);
  let { stats } = found;
  for (let attempt = 0; attempt < READ_ATTEMPTS_MAX; attempt += 1) {
    if (attempt > 0) stats = await lstat(path);
    const readAt = Date.now();
    if (stats.isSymbolicLink()) return { bytes: await readlink(path, "buffer"), stats, readAt };
    if (!stats.isFile()) return "special";
    if (stats.size > bytesMax) return "too_large";
    const bytes = await readBytes(path, stats);
    if (bytes !== undefined) return { bytes, stats, readAt };
  }
  return "changing";
}

/** `undefined` if it no longer matches `stats`, before or after. Callbacks: promises would take twice as long. */
function readBytes(path: string, stats: Stats): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    open(path, FLAGS, (failure, fd) => {
      if (failure !== null) return reject(failure);
      const end = (error: Error | null, bytes?: Buffer): void => {
        close(fd, (closing) => {
          const problem = error ?? closing ?? null;
          if (problem === null) resolve(bytes);
          else reject(problem);
        });
      };
      fstat(fd, (error, opened) => {
        if (error !== null || !isSameFile(opened, stats)) return end(error);
        // One byte more than expected, to detect the end.
        const buffer = Buffer.allocUnsafe(stats.size + 1);
        read(fd, buffer, 0, buffer.length, 0, (problem, bytesRead) => {
          end(problem, bytesRead === stats.size ? buffer.subarray(0, bytesRead) : undefined);
        });
      });
    });
  });
}

function isSameFile(one: Stats, other: Stats): boolean {
  return one.isFile() && one.dev === other.dev && one.ino === other.ino && one.size === other.size;
}
