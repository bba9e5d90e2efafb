// Where the server of this home is, for everybody else who uses it: ~/.parley/server.json.
import { createFolder, isAlive, parseObject, readTextWithin, writeAtOnce } from "@parley/home";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface ServerPlace {
  readonly url: string;
  readonly pid: number;
  readonly startedAtMs: number;
  /** Of the program that runs it; servers before 0.2 do not say. */
  readonly version?: string | undefined;
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
  const entry = await readServerEntry(home);
  return entry !== undefined && entry !== "unreadable" && isAlive(entry.pid) ? entry : undefined;
}

/** The contents of the file, whether or not that server is still running; undefined if the file does not exist. */
export async function readServerEntry(home: string): Promise<ServerPlace | "unreadable" | undefined> {
  const text = await readTextWithin(serverFileIn(home));
  if (text === undefined) return undefined;
  const { url, pid, startedAtMs, version } = parseObject(text) ?? {};
  if (typeof url !== "string" || typeof pid !== "number" || typeof startedAtMs !== "number") return "unreadable";
  return { url, pid, startedAtMs, ...(typeof version === "string" && { version }) };
}

/** Only our own: another server may have taken the place. */
export async function removeServerFile(home: string, pid: number): Promise<void> {
  const text = await readTextWithin(serverFileIn(home));
  if (text !== undefined && parseObject(text)?.["pid"] === pid) await rm(serverFileIn(home), { force: true });
}
