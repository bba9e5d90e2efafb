// A session store in memory, for tests: it keeps the contract of the port, and shows what was written.
import type { NewSession, ReadSession, SessionInfo, SessionLog, SessionStore } from "@parley/home/session-log";
import type { SessionEvent } from "@parley/acp";
import { ParleyError } from "@parley/base";

export interface MemoryStore extends SessionStore {
  /** What of a session has been handed over by `flush`, in order. */
  written(id: string): readonly SessionEvent[];
  /** How often there was something to hand over. */
  readonly flushes: number;
  readonly syncs: number;
  /** The ids of the sessions whose logs are open. */
  readonly openIds: ReadonlySet<string>;
  /** From now on `flush` and `sync` fail with this; undefined mends it. */
  failWith(error: Error | undefined): void;
}

/** The state that a store and its logs share. */
interface Shelf {
  readonly openIds: Set<string>;
  flushes: number;
  syncs: number;
  failure: Error | undefined;
}

interface Kept {
  info: SessionInfo;
  readonly written: SessionEvent[];
}

export function createMemoryStore(): MemoryStore {
  const shelf: Shelf = { openIds: new Set(), flushes: 0, syncs: 0, failure: undefined };
  const sessions = new Map<string, Kept>();
  const get = (id: string): Kept => {
    const kept = sessions.get(id);
    if (kept === undefined) throw new ParleyError({ code: "session_not_found", message: `There is no session ${id}` });
    return kept;
  };
  const list = (): SessionInfo[] => [...sessions.values()].map(({ info }) => info).toReversed();
  return {
    written: (id) => get(id).written,
    get flushes() {
      return shelf.flushes;
    },
    get syncs() {
      return shelf.syncs;
    },
    openIds: shelf.openIds,
    failWith(error) {
      shelf.failure = error;
    },
    async create(session) {
      const kept: Kept = { info: toInfo(session), written: [] };
      sessions.set(session.id, kept);
      return new MemoryLog(session.id, kept, shelf);
    },
    async open(id) {
      const kept = get(id);
      if (shelf.openIds.has(id)) throw new ParleyError({ code: "session_busy", message: `Session ${id} is open` });
      return { log: new MemoryLog(id, kept, shelf), info: kept.info };
    },
    async read(id): Promise<ReadSession> {
      const { info, written } = get(id);
      return { info, damage: [], events: inTurn([...written]) };
    },
    list: async ({ agent } = {}) => list().filter((info) => agent === undefined || info.agent.name === agent),
    find: async (text) => list().find(({ id, agentSessionId }) => id.startsWith(text) || agentSessionId === text),
    search: () => inTurn<never>([]),
    async delete(id) {
      sessions.delete(id);
    },
  };
}

class MemoryLog implements SessionLog {
  readonly sessionId: string;
  readonly #kept: Kept;
  readonly #shelf: Shelf;
  #pending: SessionEvent[] = [];
  lastSeq: number;

  constructor(id: string, kept: Kept, shelf: Shelf) {
    this.sessionId = id;
    this.#kept = kept;
    this.#shelf = shelf;
    this.lastSeq = kept.written.at(-1)?.seq ?? 0;
    shelf.openIds.add(id);
  }

  append(event: SessionEvent, line: string): void {
    if (event.seq !== this.lastSeq + 1) throw new Error(`Event ${event.seq} comes after ${this.lastSeq}`);
    this.lastSeq = event.seq;
    this.#pending.push(JSON.parse(line) as SessionEvent);
  }

  flush(): void {
    if (this.#shelf.failure !== undefined) throw this.#shelf.failure;
    if (this.#pending.length > 0) this.#shelf.flushes += 1;
    for (const event of this.#pending) {
      this.#kept.written.push(event);
      this.#kept.info = follow(this.#kept.info, event);
    }
    this.#pending = [];
  }

  async sync(): Promise<void> {
    this.flush();
    this.#shelf.syncs += 1;
  }

  async close(): Promise<void> {
    this.#shelf.openIds.delete(this.sessionId);
  }
}

async function* inTurn<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

function toInfo(session: NewSession): SessionInfo {
  return { ...session, title: "New Session", createdAtMs: 0, updatedAtMs: 0, turns: 0 };
}

function follow(info: SessionInfo, event: SessionEvent): SessionInfo {
  const updated = { ...info, updatedAtMs: event.at };
  if (event.type === "prompt") return { ...updated, turns: info.turns + 1 };
  if (event.type !== "agent_started" && event.type !== "agent_restarted") return updated;
  return { ...updated, agentSessionId: event.agentSessionId };
}
