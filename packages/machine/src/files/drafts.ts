// Drafts: the new content of a file, under a temporary name in the same folder. A killed process leaves its draft
// behind; the next one that writes in that folder removes it.
import { randomUUID } from "node:crypto";
import { readdir, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { hasErrno } from "@parley/base";
import { SWEPT_FOLDERS_MAX } from "../limits.ts";

/** For rules that exclude drafts. */
export const DRAFT_PATTERN = ".parley-*.draft";

const NAME = /^\.parley-([0-9a-z]+)-(\d+)-[0-9a-f-]{36}\.draft$/;
const swept = new Set<string>();

/** Names its owner: the machine, because several may share a folder, and the process. */
export function createDraftName(): string {
  return DRAFT_PATTERN.replace("*", `${machineMark()}-${process.pid}-${randomUUID()}`);
}

/** Removes drafts of processes of this machine that are gone. Each folder is checked once: this process removes its own drafts. */
export async function sweepDrafts(folder: string): Promise<void> {
  if (swept.has(folder)) return;
  if (swept.size >= SWEPT_FOLDERS_MAX) swept.clear();
  swept.add(folder);
  // A folder that cannot be listed can still be written to, and a leftover draft costs a few bytes.
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (isAbandoned(name)) await unlink(join(folder, name)).catch(() => undefined);
}

function isAbandoned(name: string): boolean {
  const [, machine, pid] = NAME.exec(name) ?? [];
  return machine === machineMark() && pid !== undefined && !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasErrno(error, "EPERM");
  }
}

let mark: string | undefined;

/** Derived from the host name, without characters that a file name cannot contain. */
function machineMark(): string {
  mark ??= Array.from(hostname(), (letter) => letter.codePointAt(0) ?? 0)
    .reduce((sum, code) => (sum * 31 + code) % 0x7fffffff, 7)
    .toString(36);
  return mark;
}
