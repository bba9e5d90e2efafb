// The start of each turn in a session's log: read once, then extended with new events only.
import { isAbandoned, type Hub, type HubSession } from "@parley/hub";
import { REST_INDEXED_SESSIONS_MAX, REST_PAGE_EVENTS } from "../../../limits.ts";

interface Index {
  /** Numbers of the prompts, in order. */
  readonly seqs: number[];
  readSeq: number;
}

export class PromptIndex {
  readonly #sessions: Pick<Hub["sessions"], "events">;
  readonly #indexes = new Map<string, Index>();
  readonly #reading = new Map<string, Promise<Index>>();

  constructor(sessions: Pick<Hub["sessions"], "events">) {
    this.#sessions = sessions;
  }

  /** The turn begins at `from` and ends before `to`, the next prompt that counts. Turns count from 1. */
  async find(session: HubSession, turn: number): Promise<{ readonly from: number; readonly to: number } | undefined> {
    const { seqs } = await this.#read(session.id);
    const from = seqs[turn - 1];
    if (from === undefined || isAbandoned(session, from)) return undefined;
    return { from, to: seqs.slice(turn).find((seq) => !isAbandoned(session, seq)) ?? Number.POSITIVE_INFINITY };
  }

  /** One reader per session, because two would count the same prompts twice. */
  async #read(sessionId: string): Promise<Index> {
    const reading = this.#reading.get(sessionId) ?? this.#readNew(sessionId);
    this.#reading.set(sessionId, reading);
    try {
      return await reading;
    } finally {
      this.#reading.delete(sessionId);
    }
  }

  async #readNew(sessionId: string): Promise<Index> {
    const index = this.#indexes.get(sessionId) ?? { seqs: [], readSeq: 0 };
    for (let isMore = true; isMore;) {
      const page = await this.#sessions.events(sessionId, { after: index.readSeq, limit: REST_PAGE_EVENTS });
      for (const { event } of page) {
        if (event.type === "prompt") index.seqs.push(event.seq);
        index.readSeq = event.seq;
      }
      isMore = page.length === REST_PAGE_EVENTS;
    }
    this.#keep(sessionId, index);
    return index;
  }

  /** The least recently used one is dropped first. */
  #keep(sessionId: string, index: Index): void {
    this.#indexes.delete(sessionId);
    this.#indexes.set(sessionId, index);
    if (this.#indexes.size <= REST_INDEXED_SESSIONS_MAX) return;
    const [oldest] = this.#indexes.keys();
    if (oldest !== undefined) this.#indexes.delete(oldest);
  }
}
