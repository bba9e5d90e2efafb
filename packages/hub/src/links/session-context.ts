// The context that goes with a prompt: the conversation so far, and what happened between the agent's turns.
import { HISTORY_EVENTS_MAX } from "../limits.ts";
import { isAbandoned } from "../log/abandoned.ts";
import { readAll } from "../log/read-events.ts";
import type { LiveSession } from "../live/live-session.ts";
import type { HubStore } from "../api/store.ts";
import { ConversationText } from "./conversation-text.ts";
import { PendingContext } from "./pending-context.ts";

export class SessionContext {
  readonly #store: HubStore;
  readonly #pending: PendingContext;

  constructor(store: HubStore) {
    this.#store = store;
    this.#pending = new PendingContext(store);
  }

  /** The context that the agent lacks and gets with its next prompt; undefined if it lacks none. */
  async preamble(session: LiveSession): Promise<string | undefined> {
    const pending = await this.#pending.take(session.id);
    // What is pending is part of that conversation, or was meant for an agent that is gone.
    return session.row.needsHistory === true ? this.#history(session) : pending;
  }

  /** The agent has got its pending context. */
  async heard(session: LiveSession): Promise<void> {
    if (session.row.needsHistory === true) session.change({ needsHistory: undefined });
    await this.#pending.heard(session.id);
  }

  /** What was pending is about a conversation that no longer counts. */
  async forgetPending(session: LiveSession): Promise<void> {
    if (session.row.needsHistory === true) session.change({ needsHistory: undefined });
    await this.#pending.clear(session.id);
  }

  /** Adds text that was said without prompting the agent: it goes with the next prompt. */
  addPending(session: LiveSession, text: string): Promise<void> {
    return this.#pending.add(session.id, text);
  }

  async #history({ id, row }: LiveSession): Promise<string | undefined> {
    const text = new ConversationText();
    const { clearedSeq, lastSeq } = row;
    const after = Math.max(clearedSeq, lastSeq - HISTORY_EVENTS_MAX);
    for await (const { event } of readAll(this.#store, id, { after, upTo: lastSeq }))
      if (!isAbandoned(row, event.seq)) text.add(event);
    return text.toText();
  }
}

export function hasHistory({ row }: LiveSession): boolean {
  return row.lastSeq > row.clearedSeq;
}
