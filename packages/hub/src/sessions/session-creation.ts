// New sessions: created, forked or imported. A request with a key that was used before gets the session of that request.
import { type Clock, createId, ParleyError } from "@parley/base";
import type { Agents } from "../api/agents.ts";
import type { HubStore } from "../api/store.ts";
import type { KeyedRequest } from "../api/keyed-request.ts";
import type { ForkOptions, HubSession, NewHubSession } from "../api/sessions.ts";
import { AUTO, type AutoAgent } from "../auto/auto-agent.ts";
import { checkSameRequest } from "../keys/check-same-request.ts";
import type { SessionLaunches } from "../launches/session-launches.ts";
import { toEntry } from "../links/session-agents.ts";
import type { LiveSession } from "../live/live-session.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import type { HubWorktrees } from "../worktrees/create-worktrees.ts";
import { checkSandbox } from "./check-sandbox.ts";
import { checkNewSession } from "./check-session.ts";
import type { EphemeralSessions } from "./ephemeral-sessions.ts";
import { importSession } from "./export-session.ts";
import { toNewRow, type NewRowFacts } from "./new-row.ts";
import { readFigures } from "./session-figures.ts";
import { checkLaunch, givenTo } from "./set-launch.ts";
import { checkPolicy } from "./set-policy.ts";

export interface SessionCreationOptions {
  readonly store: HubStore;
  readonly live: LiveSessions;
  readonly agents: Agents;
  readonly launches: SessionLaunches;
  readonly auto: AutoAgent;
  readonly worktrees: Pick<HubWorktrees, "create" | "sessionDeleted">;
  readonly ephemeral: EphemeralSessions;
  readonly defaultCwd: string;
  readonly defaultAgent: () => Promise<string>;
  readonly show: (session: LiveSession) => HubSession;
  /** A session was stored: a new one, a copy or an import. */
  readonly onCreated: (session: HubSession) => void;
  readonly clock: Clock;
}

/** `isEarlier`: the session of an earlier request with the same key. */
interface Created {
  readonly session: HubSession;
  readonly isEarlier: boolean;
}

interface SessionKey extends Pick<NewHubSession, "idempotencyKey" | "keyedRequest"> {
  readonly scope: string;
}

interface CopyFacts {
  readonly id: string;
  readonly atSeq: number;
  readonly fingerprint: string | undefined;
}

export class SessionCreation {
  readonly #options: SessionCreationOptions;
  /** Sessions that are being stored, for requests with the same key. */
  readonly #storing = new Map<string, Promise<HubSession>>();

  constructor(options: SessionCreationOptions) {
    this.#options = options;
  }

  async create(wanted: NewHubSession): Promise<Created> {
    const { agents, launches, clock } = this.#options;
    await checkNewSession(wanted);
    checkLaunch(wanted);
    await checkSandbox(wanted.sandbox);
    checkPolicy(wanted);
    const launch = launches.toLaunch(givenTo(wanted, launches));
    const entry =
      launch?.program === undefined ? await agents.get(await this.#nameOf(wanted)) : toEntry(launch.program);
    const { id: fresh = createId(clock) } = wanted;
    const insert = (id: string, nowMs: number): Promise<HubSession> =>
      this.#insert(wanted, { id, entry, launch, nowMs });
    return this.#once({ scope: "session", ...wanted }, fresh, insert);
  }

  async fork(from: LiveSession, { atSeq = from.row.lastSeq, ...keyed }: ForkOptions): Promise<HubSession> {
    const { lastSeq } = from.row;
    if (!Number.isSafeInteger(atSeq) || atSeq < 0 || atSeq > lastSeq) {
      throw new ParleyError({ code: "bad_input", message: `/atSeq: must be between 0 and ${lastSeq}` });
    }
    const fresh = createId(this.#options.clock);
    const fingerprint = keyed.keyedRequest?.fingerprint;
    const copy = (id: string): Promise<HubSession> => this.#copy(from, { id, atSeq, fingerprint });
    return (await this.#once({ scope: `fork:${from.id}`, ...keyed }, fresh, copy)).session;
  }

  async import(lines: AsyncIterable<string> | Iterable<string>, agent: string | undefined): Promise<HubSession> {
    const defaultAgent = agent ?? (await this.#options.defaultAgent());
    return this.#created(await this.#get(await importSession(lines, { ...this.#options, agent, defaultAgent })));
  }

  async #nameOf({ agent }: NewHubSession): Promise<string> {
    return agent === undefined || agent === AUTO ? this.#options.defaultAgent() : agent;
  }

  /** Stores a session; only the first of several requests with the same key does. */
  async #once(
    { scope, idempotencyKey: key, keyedRequest }: SessionKey,
    fresh: string,
    store: (id: string, nowMs: number) => Promise<HubSession>,
  ): Promise<Created> {
    const now = this.#options.clock.now();
    const id = key === undefined ? fresh : await this.#options.store.claimKey(scope, key, fresh, now);
    const earlier = id === fresh ? undefined : await this.#findStored(id, keyedRequest);
    if (earlier !== undefined) return { session: earlier, isEarlier: true };
    const storing = store(id, now);
    this.#storing.set(id, storing);
    return { session: await storing.finally(() => this.#storing.delete(id)), isEarlier: false };
  }

  /** The session that a key stands for; undefined if the request that claimed it failed before it stored one. */
  async #findStored(id: string, request: KeyedRequest | undefined): Promise<HubSession | undefined> {
    await this.#storing.get(id);
    try {
      const session = await this.#options.live.get(id);
      checkSameRequest(session.row.fingerprint, request);
      return this.#options.show(session);
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== "session_not_found") throw error;
      return this.#storing.get(id);
    }
  }

  async #insert(wanted: NewHubSession, made: Omit<NewRowFacts, "defaultCwd">): Promise<HubSession> {
    const { store, live, launches, auto, worktrees, ephemeral, defaultCwd } = this.#options;
    const { id, launch } = made;
    const isApart = wanted.worktree === true;
    const cwd = isApart ? await worktrees.create(id, wanted.cwd ?? defaultCwd) : wanted.cwd;
    const row = toNewRow({ ...wanted, cwd }, { ...made, defaultCwd });
    try {
      await store.insertSession(row);
    } catch (error) {
      if (isApart) await worktrees.sessionDeleted(id);
      throw error;
    }
    launches.set(id, launch);
    if (wanted.agent === AUTO) await auto.setAuto(id, true);
    if (wanted.isEphemeral === true) await ephemeral.add(id);
    return this.#created(this.#options.show(live.add(row)));
  }

  async #copy(from: LiveSession, { id, atSeq, fingerprint }: CopyFacts): Promise<HubSession> {
    const { store, launches, clock } = this.#options;
    await from.save();
    const now = clock.now();
    const { agentSessionId: _agents, needsHistory: _told, fingerprint: _first, ...row } = from.row;
    // As of that event: later ones, for example a clear, are not part of the fork.
    const then = atSeq === row.lastSeq ? {} : await readFigures(store, from.id, atSeq);
    await store.insertSession({
      ...row,
      ...then,
      id,
      forkedFrom: from.id,
      createdAtMs: now,
      updatedAtMs: now,
      lastSeq: 0,
      ...(fingerprint !== undefined && { fingerprint }),
    });
    launches.set(id, launches.get(from.id));
    await store.copyEvents(from.id, id, atSeq);
    await store.updateSession(id, { lastSeq: atSeq });
    return this.#created(await this.#get(id));
  }

  async #get(id: string): Promise<HubSession> {
    return this.#options.show(await this.#options.live.get(id));
  }

  #created(session: HubSession): HubSession {
    this.#options.onCreated(session);
    return session;
  }
}
