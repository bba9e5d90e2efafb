// Values that a shell may complete: agents, sessions, modes and models. It must be fast and never fail.
import type { SessionInfo } from "@parley/home/session-log";
import type { SessionConfigOption, SessionEvent } from "@parley/acp";
import { silentLog } from "@parley/base";
import { knownAgents, readCustomAgents } from "@parley/catalogue";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Completable } from "../arguments/usage.ts";
import { openSessions } from "../hub/open-sessions.ts";
import type { Sessions } from "../server/server-store.ts";
import type { Candidate } from "./complete.ts";
import { COMPLETION_EVENTS_MAX, COMPLETION_SERVER_MS, SESSIONS_OFFERED_MAX } from "../limits.ts";

export interface ValuesContext {
  readonly home: string;
  /** The agent that the command line already names. */
  readonly agent: string | undefined;
  /** Whether the command would use this home's server, if one is running. */
  readonly usesServer: boolean;
  /** How long the server may take to answer (default: `COMPLETION_SERVER_MS`). */
  readonly serverMs?: number | undefined;
}

export async function findValues(what: Completable, context: ValuesContext): Promise<readonly Candidate[]> {
  try {
    return await find(what, context);
  } catch {
    return []; // An error message would disrupt the command line that the user is typing.
  }
}

async function find(what: Completable, context: ValuesContext): Promise<readonly Candidate[]> {
  const { home, agent } = context;
  switch (what) {
    case "agent":
      return findAgents(home);
    case "session":
      return findSessions(context);
    case "name":
      return findNames(context);
    case "mode":
    case "model":
      return findChoices(what, home, agent);
    case "recipe":
      return (await (await import("@parley/agent/recipes")).listRecipeFiles(process.cwd(), home)).map(
        ({ name, path }) => ({
          value: name,
          about: path,
        }),
      );
    case "choice":
    case "command":
    case "file":
    case "folder":
      return [];
  }
}

/** Lists agents by name only, because checking whether each can start would take too long. */
async function findAgents(home: string): Promise<readonly Candidate[]> {
  const custom = [...(await readCustomAgents(home))].map(([value, { title }]) => ({ value, about: title }));
  const installed = (await readdir(join(home, "agents")).catch(() => [])).map((value) => ({ value }));
  const known = knownAgents.map(({ name, title }) => ({ value: name, about: title }));
  const all = [...custom, ...known, ...installed];
  return all.filter(({ value }, index) => all.findIndex((other) => other.value === value) === index);
}

/** Sessions of the home and of the server that the command would use, the latest first. */
async function findSessions(context: ValuesContext): Promise<readonly Candidate[]> {
  const latest = await findLatest(context);
  return [{ value: "latest" }, ...latest.map(({ id, title }) => ({ value: id, about: title }))];
}

/** Session names are valid only in their own folder. */
async function findNames(context: ValuesContext): Promise<readonly Candidate[]> {
  const latest = (await findLatest(context)).filter(({ cwd }) => cwd === process.cwd());
  return [...new Set(latest.flatMap(({ name }) => (name === undefined ? [] : [name])))].map((value) => ({ value }));
}

async function findLatest(context: ValuesContext): Promise<readonly SessionInfo[]> {
  const limit = SESSIONS_OFFERED_MAX;
  const found = await Promise.allSettled([askServer(context, limit), listStored(context.home, limit)]);
  const all = found.flatMap((sessions) => (sessions.status === "fulfilled" ? sessions.value : []));
  const each = new Map(all.map((session) => [session.id, session]));
  return [...each.values()].toSorted((one, other) => other.updatedAtMs - one.updatedAtMs).slice(0, limit);
}

/** Most homes have no running server, so its code is loaded only when needed. */
async function askServer(context: ValuesContext, limit: number): Promise<readonly SessionInfo[]> {
  const { home, usesServer, serverMs = COMPLETION_SERVER_MS } = context;
  if (!usesServer || !existsSync(join(home, "server.json"))) return [];
  const { findServerSessions } = await import("./server-sessions.ts");
  return findServerSessions(home, limit, serverMs);
}

/** Modes and models as the agent last offered them. */
async function findChoices(
  what: "mode" | "model",
  home: string,
  agent: string | undefined,
): Promise<readonly Candidate[]> {
  await using store = await openStored(home);
  const [latest]: readonly (SessionInfo | undefined)[] = await store.list({
    limit: 1,
    ...(agent !== undefined && { agent }),
  });
  if (latest === undefined) return [];
  const { events } = await store.read(latest.id);
  let found: readonly Candidate[] = [];
  let count = 0;
  for await (const event of events) {
    found = offered(what, event) ?? found;
    count += 1;
    if (count >= COMPLETION_EVENTS_MAX) break;
  }
  return found;
}

function offered(what: "mode" | "model", event: SessionEvent): readonly Candidate[] | undefined {
  if (event.type === "mode" && what === "mode") return event.modes?.map(({ id, name }) => ({ value: id, about: name }));
  if (event.type !== "config") return undefined;
  const isWanted = (option: SessionConfigOption): boolean => option.type === "select" && option.category === what;
  const option = event.configOptions.find(isWanted);
  if (option?.type !== "select") return undefined;
  const flat = option.options.flatMap((each) => ("options" in each ? each.options : [each]));
  return flat.map(({ value, name }) => ({ value, about: name }));
}

async function listStored(home: string, limit: number): Promise<readonly SessionInfo[]> {
  await using store = await openStored(home);
  return await store.list({ limit });
}

function openStored(home: string): Promise<Sessions> {
  return openSessions({ home, log: silentLog, server: undefined });
}
