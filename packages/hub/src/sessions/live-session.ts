// A session in memory: what is known of it, its log as writers see it, and the agent that serves it now.
import {
  createEventSequence,
  formatSessionEvent,
  type SessionEvent,
  type SessionEventBody,
  type Usage,
} from "@parley/acp";
import type { Clock, Log, ParleyError } from "@parley/base";
import { toPromptTitle, toRecordedEvent, type SessionLog } from "@parley/home/session-log";
import type { AgentKind } from "../agents/agents.ts";
import type { AgentLink } from "../links/agent-link.ts";
import { Channel } from "../log/channel.ts";
import type { Committer, SessionChange } from "../log/committer.ts";
import type { HubStore, SessionRow } from "../store/store.ts";
import { addUsage } from "./add-usage.ts";

export interface LiveSessionOptions {
  readonly row: SessionRow;
  readonly store: HubStore;
  readonly committer: Committer;
  readonly clock: Clock;
  readonly log: Log;
}

type Mutable<Row> = { -readonly [Field in keyof Row]: Row[Field] };

export class LiveSession {
  readonly id: string;
  readonly channel: Channel;
  readonly #row: Mutable<SessionRow>;
  readonly #options: LiveSessionOptions;
  #change: Mutable<SessionChange> = {};
  /** The agent's session, and under which entry it was opened. */
  link: { readonly agent: string; readonly kind: AgentKind; readonly link: AgentLink } | undefined;
  usedAtMs: number;
  /** Turns that run or wait. */
  busy = 0;
  /** Questions that are open, by their ids, the longest first. */
  readonly awaiting = new Set<string>();
  isDeleted = false;
  /** Why its events could not be stored. What it does from then on counts for nothing: another one is loaded in its place. */
  lost: ParleyError | undefined;
  /** The server ends while a turn waits for an answer: how it falls apart is not part of the conversation. */
  isFrozen = false;
  /** Tool calls that were completed since it is in memory. */
  completedCalls = 0;
  #revision = 0;

  constructor(options: LiveSessionOptions) {
    const { row, store, clock, log } = options;
    this.#options = options;
    this.#row = { ...row };
    this.id = row.id;
    this.usedAtMs = clock.now();
    this.channel = new Channel({ sessionId: row.id, store, storedSeq: row.lastSeq, log });
  }

  get row(): SessionRow {
    return this.#row;
  }

  /** Another number whenever the row has changed. */
  get revision(): number {
    return this.#revision;
  }

  get isIdle(): boolean {
    const isSaved = Object.keys(this.#change).length === 0;
    return this.busy === 0 && this.link === undefined && this.channel.size === 0 && isSaved;
  }

  /** For whoever writes events himself; `flush` and `sync` are the committer's business. */
  openLog(): SessionLog {
    const { row, committer } = { row: this.#row, committer: this.#options.committer };
    return {
      sessionId: this.id,
      get lastSeq() {
        return row.lastSeq;
      },
      append: (event, line) => this.#append(event, line),
      flush: () => undefined,
      sync: () => committer.synced(),
      close: () => committer.synced(),
    };
  }

  /** In its order, whoever has the log. */
  record(body: SessionEventBody): void {
    if (this.link !== undefined) {
      this.link.link.record(body);
      return;
    }
    const { clock } = this.#options;
    const event = createEventSequence(this.id, { clock, after: this.#row.lastSeq }).next(body);
    this.#append(event, formatSessionEvent(event));
  }

  /** Together with the next events, or by `save`. */
  change(change: SessionChange): void {
    this.#revision += 1;
    Object.assign(this.#row, change);
    Object.assign(this.#change, change);
  }

  takeChange(): SessionChange {
    const change = this.#change;
    this.#change = {};
    return change;
  }

  async save(): Promise<void> {
    await this.#options.committer.synced();
    const change = this.takeChange();
    if (Object.keys(change).length === 0 || this.lost !== undefined) return;
    try {
      await this.#options.store.updateSession(this.id, change);
    } catch (error) {
      // The next time, unless something newer takes its place.
      this.#change = { ...change, ...this.#change };
      throw error;
    }
  }

  #append(event: SessionEvent, line: string): void {
    if (this.isDeleted || this.isFrozen || this.lost !== undefined) return;
    this.#note(event);
    // Secrets stay out of what is kept and of what is told, as in the client's own log.
    const kept = event.type === "update" || event.type === "prompt" ? event : toRecordedEvent(event);
    this.#options.committer.add(this.id, kept, kept === event ? line : formatSessionEvent(kept));
  }

  /** Runs for every streamed update: most of them change two numbers. */
  #note(event: SessionEvent): void {
    const { seq, at } = event;
    this.#revision += 1;
    this.#row.lastSeq = seq;
    this.#row.updatedAtMs = at;
    this.#change.lastSeq = seq;
    this.#change.updatedAtMs = at;
    if (event.type === "update") {
      const { update } = event;
      if (update.sessionUpdate === "session_info_update") this.#noteTitle(update.title);
      else if (update.sessionUpdate === "tool_call" || update.sessionUpdate === "tool_call_update") {
        if (update.status === "completed") this.completedCalls += 1;
      }
    } else if (event.type === "prompt") {
      this.change({ turns: this.#row.turns + 1 });
      if (this.#row.turns === 1 && !this.#row.isTitled) this.#noteTitle(toPromptTitle(event.prompt));
    } else if (event.type === "agent_started" || event.type === "agent_restarted") {
      this.change({ agentSessionId: event.agentSessionId });
      if (event.type === "agent_restarted" && event.history === "lost") this.change({ needsHistory: true });
    } else if (event.type === "stop") this.#noteUsage(event.usage);
  }

  #noteTitle(title: string | null | undefined): void {
    if (title && !this.#row.isTitled) this.change({ title });
  }

  #noteUsage(usage: Usage | undefined): void {
    if (usage !== undefined) this.change({ usage: addUsage(this.#row.usage, usage) });
  }
}
