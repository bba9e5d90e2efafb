// Finds processes that outlived the Parley that started them: their mark names a Parley whose guard no longer runs.
import { readdir, readFile } from "node:fs/promises";
import { ok, warn, type Check } from "./finding.ts";

/** Matches the mark that packages/machine gives to its processes and their guard; a test keeps the two in sync. */
const MARK = /(?:^|\0)PARLEY_GUARD=(?<mark>[^\0]*)/;
const GUARD = /(?:^|\0)PARLEY_GUARD_OF=(?<id>[^\0]*)/;

export interface Leftover {
  readonly pid: number;
  readonly command: string;
}

export const checkLeftovers: Check = async () => {
  const leftovers = await findLeftovers();
  if (leftovers === undefined) return [ok("leftovers", "Leftover processes cannot be detected on this system")];
  if (leftovers.length === 0) return [ok("leftovers", "No leftover processes from a crashed Parley")];
  return leftovers.map(({ pid, command }) =>
    warn("leftovers", `Process ${pid} was left behind by a crashed Parley: ${command}`, `kill ${pid}`),
  );
};

/** Undefined where the system does not show the environment of processes. */
export async function findLeftovers(): Promise<readonly Leftover[] | undefined> {
  if (process.platform !== "linux") return undefined;
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const guarded = new Set<string>();
  const marked: { readonly pid: number; readonly ids: readonly string[] }[] = [];
  for (const pid of pids) {
    const environment = await read(pid, "environ");
    const mark = MARK.exec(environment)?.groups?.["mark"];
    const guarding = GUARD.exec(environment)?.groups?.["id"];
    if (mark !== undefined) marked.push({ pid, ids: parleysOf(mark) });
    // A process that also has a mark has merely inherited the variable.
    else if (guarding !== undefined) guarded.add(guarding);
  }
  const left = marked.filter(
    ({ pid, ids }) => pid !== process.pid && ids.length > 0 && !ids.some((id) => guarded.has(id)),
  );
  return Promise.all(left.map(async ({ pid }) => ({ pid, command: await commandOf(pid) })));
}

/** The mark has one `<parley>.<child>;` for each Parley process above. */
function parleysOf(mark: string): readonly string[] {
  return [...mark.matchAll(/(?<id>[0-9a-f]+)\.\d+;/g)].map(({ groups }) => groups?.["id"] ?? "");
}

async function commandOf(pid: number): Promise<string> {
  const words = (await read(pid, "cmdline")).split("\0").filter((word) => word !== "");
  return words.join(" ").slice(0, 200);
}

async function read(pid: number, file: string): Promise<string> {
  try {
    return await readFile(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return ""; // The process has ended, or belongs to another user.
  }
}
