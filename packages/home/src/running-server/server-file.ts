// The address of this home's server, for the other commands: ~/.parley/server.json.
import { parseObject } from "@parley/base";
import { isAlive } from "../claims/process-alive.ts";
import { isRunning, type ProcessIdentity } from "../claims/process-identity.ts";
import { createFolder, readTextWithin, writeAtOnce } from "../files/own-file.ts";
import { rm } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";

/** Servers before 0.2 record only their process id. */
export interface ServerPlace extends Partial<ProcessIdentity> {
  readonly url: string;
  readonly pid: number;
  readonly startedAtMs: number;
  /** The server's version; servers before 0.2 do not record it. */
  readonly version?: string | undefined;
  /** The protocol that it understands: `SERVER_PROTOCOL` of its version. */
  readonly protocol?: number | undefined;
  /** Servers before 0.2 ran in a terminal. */
  readonly kind?: ServerKind | undefined;
}

type ServerKind = "foreground" | "background";

const OPTIONAL_FIELDS = ["version", "host", "boot", "space", "start", "kind"] as const;

export function serverFileIn(home: string): string {
  return join(home, "server.json");
}

export async function writeServerFile(home: string, place: ServerPlace): Promise<void> {
  const path = serverFileIn(home);
  await createFolder(dirname(path));
  await writeAtOnce(path, `${JSON.stringify(place)}\n`);
}

/** Undefined if no server is running according to the file and the process list. Only its proof shows that it is this server. */
export async function readServerFile(home: string): Promise<ServerPlace | undefined> {
  const entry = await readServerEntry(home);
  return entry !== undefined && entry !== "unreadable" && (await isServerRunning(entry)) ? entry : undefined;
}

/** Process ids are reused, so the start time is compared as well. Of a process that cannot be seen from here, its answer decides. */
export async function isServerRunning(place: ServerPlace): Promise<boolean> {
  if (place.host === undefined) return isAlive(place.pid);
  return (await seeProcess(place)) ?? true;
}

/** False for a process that cannot be seen from here, and for a server that records only its process id. */
export async function isSurelyRunning(place: ServerPlace): Promise<boolean> {
  return (place.start ?? "") !== "" && (await seeProcess(place)) === true;
}

async function seeProcess({
  pid,
  host = "",
  boot = "",
  space = "",
  start = "",
}: ServerPlace): Promise<boolean | undefined> {
  return isRunning({ pid, host, boot, space, start });
}

/**
 * Whether a background server of this machine died, because its file still exists. A server that is stopped removes it.
 */
export async function hasDied(home: string): Promise<boolean> {
  const entry = await readServerEntry(home);
  if (entry === undefined || entry === "unreadable" || entry.kind !== "background") return false;
  return (entry.host === undefined || entry.host === hostname()) && !(await isServerRunning(entry));
}

/** The contents of the file, whether or not that server is still running; undefined if the file does not exist. */
export async function readServerEntry(home: string): Promise<ServerPlace | "unreadable" | undefined> {
  const text = await readTextWithin(serverFileIn(home));
  if (text === undefined) return undefined;
  const { url, pid, startedAtMs, ...more } = parseObject(text) ?? {};
  if (typeof url !== "string" || !URL.canParse(url)) return "unreadable";
  if (typeof pid !== "number" || typeof startedAtMs !== "number") return "unreadable";
  const words = OPTIONAL_FIELDS.map((name) => [name, more[name]]).filter(([, value]) => typeof value === "string");
  const { protocol } = more;
  const number = typeof protocol === "number" ? { protocol } : {};
  return { url, pid, startedAtMs, ...number, ...(Object.fromEntries(words) as Partial<ServerPlace>) };
}

/** Removes only this process's entry, because another server may have replaced it. */
export async function removeServerFile(home: string, pid: number): Promise<void> {
  const text = await readTextWithin(serverFileIn(home));
  if (text !== undefined && parseObject(text)?.["pid"] === pid) await rm(serverFileIn(home), { force: true });
}
