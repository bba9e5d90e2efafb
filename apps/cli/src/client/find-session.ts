// Finds the session that the user means: by its id or a prefix of it, by `latest`, or as the latest one of a folder.
import type { SessionInfo, SessionStore } from "@parley/home/session-log";
import { ParleyError } from "@parley/base";
import { LATEST_SEARCHED_MAX } from "../limits.ts";
import { checkSessionName } from "./session-name.ts";

const LATEST = "latest";

export async function findSession(store: Pick<SessionStore, "find" | "list">, text: string): Promise<SessionInfo> {
  const found = text === LATEST ? (await store.list({ limit: 1 }))[0] : await store.find(text);
  if (found !== undefined) return found;
  throw notFound(text === LATEST ? "No sessions yet" : `Session ${JSON.stringify(text)} not found`);
}

/** A chat that was closed before anything was typed leaves an empty session, which is not worth continuing. */
export async function findLatestIn(store: Pick<SessionStore, "list">, cwd: string): Promise<SessionInfo> {
  const sessions = await store.list({ cwd, limit: LATEST_SEARCHED_MAX });
  const latest = sessions.find(hasContent) ?? sessions[0];
  if (latest !== undefined) return latest;
  throw notFound(`No session to continue in ${cwd}`);
}

export function hasContent({ turns, name }: SessionInfo): boolean {
  return turns > 0 || name !== undefined;
}

export interface NamedSession {
  readonly session: string | undefined;
  /** The agent's id of one of its own sessions; without `agent`, also the id of a listed session. */
  readonly resume: string | undefined;
  readonly continue: boolean;
  readonly name: string | undefined;
  readonly agent: string | undefined;
  /** Only a new session gets a worktree. */
  readonly worktree?: boolean | undefined;
  /** The words after `--`. */
  readonly command: readonly string[] | undefined;
}

type SessionFlags = Omit<NamedSession, "command">;

/** Whether a session is named that may exist already. */
export function namesSession({ session, resume, continue: isLatest, name }: SessionFlags): boolean {
  return session !== undefined || resume !== undefined || isLatest || name !== undefined;
}

/** A command may continue one of our sessions whose own command the hub no longer has. */
export function toNamed(flags: SessionFlags, command: readonly string[] | undefined): NamedSession {
  return { ...flags, command: flags.resume === undefined ? undefined : command };
}

/** Where sessions are found. */
export interface SessionSource extends Pick<SessionStore, "find" | "list"> {
  /** Gives a session to another agent; undefined if a session cannot change its agent. */
  readonly handOver?: ((session: SessionInfo, agent: string) => Promise<SessionInfo>) | undefined;
  /** Opens one of the agent's own sessions. */
  readonly openOwn: (agentSessionId: string) => Promise<SessionInfo>;
}

/** Undefined if a new session is needed. A session belongs to its agent, unless its source hands it over to another one. */
export async function findByFlags(
  named: NamedSession,
  cwd: string,
  source: SessionSource,
): Promise<SessionInfo | undefined> {
  const given = [
    named.session !== undefined && "--session",
    named.resume !== undefined && "--resume",
    named.continue && "--continue",
    named.name !== undefined && "--name",
  ];
  const flags = [...given, named.worktree === true && "--worktree"].filter((flag) => flag !== false);
  if (flags.length > 1) throw conflict(`${flags.join(" and ")} cannot be used together`);
  if (flags.length === 0 || named.worktree === true) return undefined;
  if (named.resume !== undefined) {
    if (named.command !== undefined) throw conflict("--resume needs an agent's name, not a command after --");
    // Without an agent it is most likely an id from the list of sessions.
    const listed = named.agent === undefined ? await source.find(named.resume) : undefined;
    return listed ?? source.openOwn(named.resume);
  }
  const found = await findByFlag(named, cwd, source);
  if (found === undefined) return undefined;
  if (named.command !== undefined)
    throw conflict(`Session ${found.id} continues with its own agent, not with a command after --`);
  if (named.agent !== undefined && named.agent !== found.agent.name) {
    if (source.handOver !== undefined) return source.handOver(found, named.agent);
    throw conflict(`Session ${found.id} belongs to ${found.agent.name}, not ${named.agent}`);
  }
  return found;
}

async function findByFlag(named: NamedSession, cwd: string, store: SessionSource): Promise<SessionInfo | undefined> {
  if (named.session !== undefined) return findSession(store, named.session);
  if (named.name === undefined) return findLatestIn(store, cwd);
  const name = checkSessionName(named.name, "--name");
  return (await store.list({ cwd })).find((session) => session.name === name);
}

function conflict(message: string): ParleyError {
  return new ParleyError({ code: "usage", message, remedy: { label: "Remove one of them" } });
}

function notFound(message: string): ParleyError {
  const remedy = { label: "List your sessions", command: "parley sessions list" };
  return new ParleyError({ code: "session_not_found", message, remedy });
}
