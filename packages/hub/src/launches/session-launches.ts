// The launches that sessions have brought for their agents' processes. In memory only; the client brings them again
// after a restart.
import { toOneLine, toSafeSearchPath } from "@parley/base";
import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { AgentFacts } from "../api/agents.ts";
import type { GivenLaunch, Variables } from "../api/given-launch.ts";
import { AGENT_TITLE_CHARS_MAX, SESSION_LAUNCHES_MAX } from "../limits.ts";

export interface SessionProgram {
  /** The name of the session's agent: the program without its folder. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

export interface SessionLaunch {
  /** The same for sessions that can share a process; empty if the process is that of sessions that brought nothing. */
  readonly key: string;
  /** Without what the hub's own environment has with the same value. */
  readonly env: Variables;
  readonly program?: SessionProgram | undefined;
  /** Values that the agent's session gets in its MCP servers; the process has no part in them. */
  readonly secrets: Variables;
  /** Changes if the agent's session has to be reopened. */
  readonly setupKey: string;
}

export class SessionLaunches {
  readonly #own: Readonly<Record<string, string | undefined>>;
  /** Least recently used first. */
  readonly #launches = new Map<string, SessionLaunch>();
  /** What the programs said about themselves, by key. Agents of the catalogue have theirs in the store. */
  readonly #facts = new Map<string, AgentFacts>();

  /** `own`: the environment that every agent inherits. */
  constructor(own: Readonly<Record<string, string | undefined>> = process.env) {
    this.#own = own;
  }

  get(sessionId: string): SessionLaunch | undefined {
    const found = this.#launches.get(sessionId);
    if (found !== undefined) this.#keep(sessionId, found);
    return found;
  }

  /** Undefined if it adds nothing to the hub's own environment. */
  toLaunch({ env, launch, secrets = {} }: GivenLaunch): SessionLaunch | undefined {
    const given = Object.entries({ ...env, ...launch?.env }).map(
      ([name, value]) =>
        [name, name.toUpperCase() === "PATH" ? toSafeSearchPath(value, process.platform) : value] as const,
    );
    const variables = given.filter(([name, value]) => this.#own[name] !== value);
    const program = launch === undefined ? undefined : toProgram(launch.command, launch.args ?? []);
    const isPlain = variables.length === 0 && program === undefined;
    const hidden = sortByName(Object.entries(secrets));
    if (isPlain && hidden.length === 0) return undefined;
    const sorted = sortByName(variables);
    const key = isPlain ? "" : hashOf([sorted, program?.command, program?.args]);
    const setupKey = hidden.length === 0 ? key : hashOf([key, hidden]);
    return { key, setupKey, env: Object.fromEntries(sorted), secrets, ...(program && { program }) };
  }

  set(sessionId: string, launch: SessionLaunch | undefined): void {
    if (launch === undefined) this.#launches.delete(sessionId);
    else this.#keep(sessionId, launch);
  }

  factsOf({ key }: SessionLaunch): AgentFacts {
    return this.#facts.get(key) ?? {};
  }

  learn({ key }: SessionLaunch, facts: AgentFacts): void {
    this.#facts.delete(key);
    this.#facts.set(key, facts);
    dropOldest(this.#facts);
  }

  #keep(sessionId: string, launch: SessionLaunch): void {
    this.#launches.delete(sessionId);
    this.#launches.set(sessionId, launch);
    dropOldest(this.#launches);
  }
}

function toProgram(command: string, args: readonly string[]): SessionProgram {
  return { name: toOneLine(basename(command), AGENT_TITLE_CHARS_MAX), command, args };
}

function sortByName(entries: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  return entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function hashOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

function dropOldest(map: Map<string, unknown>): void {
  for (const id of map.keys()) {
    if (map.size <= SESSION_LAUNCHES_MAX) return;
    map.delete(id);
  }
}
