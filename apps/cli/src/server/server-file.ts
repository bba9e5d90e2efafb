// Where the server of this home is, for everybody else who uses it: ~/.parley/server.json.
import { createFolder, isAlive, parseObject, readTextWithin, writeAtOnce } from "@parley/home";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface ServerPlace {
  readonly url: string;
  readonly pid: number;
  readonly startedAtMs: number;
}

export function serverFileIn(home: string): string {
  return join(home, "server.json");
}

export async function writeServerFile(home: string, place: ServerPlace): Promise<void> {
  const path = serverFileIn(home);
  await createFolder(dirname(path));
  await writeAtOnce(path, `${JSON.stringify(place)}\n`);
}

/** Undefined if none runs, as far as the file and the processes tell. */
export async function readServerFile(home: string): Promise<ServerPlace | undefined> {
  const text = await readTextWithin(serverFileIn(home));
  const { url, pid, startedAtMs } = (text === undefined ? undefined : parseObject(text)) ?? {};
  if (typeof url !== "string" || typeof pid !== "number" || typeof startedAtMs !== "number") return undefined;
  return isAlive(pid) ? { url, pid, startedAtMs } : undefined;
}

/** Only our own: another server may have taken the place. */
export async function removeServerFile(home: string, pid: number): Promise<void> {
  const text = await readTextWithin(serverFileIn(home));
  if (text !== undefined && parseObject(text)?.["pid"] === pid) await rm(serverFileIn(home), { force: true });
}
