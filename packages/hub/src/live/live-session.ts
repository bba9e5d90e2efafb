// A session in memory: its row, its log as writers see it, and its agent's session.
import {
  createEventSequence,
  formatSessionEvent,
  type ChangesEvent,
  type Cost,
  type SessionEvent,
  type SessionEventBody,
  type Usage,
} from "@parley/acp";
import type { Clock, Log, ParleyError } from "@parley/base";
import { toPromptTitle, toRecordedEvent, toTitle, type SessionLog } from "@parley/home/session-log";
import { NO_PATTERNS, type ApprovalLevel, type SessionPolicy } from "@parley/policy";
import type { AgentKind } from "../api/agents.ts";
import type { AgentLink } from "../api/agent-link.ts";
import { SESSION_TITLE_CHARS_MAX } from "../limits.ts";
import { addRewind } from "../log/abandoned.ts";
import { Channel } from "../log/channel.ts";
import type { Committer, SessionChange } from "../log/committer.ts";
import type { Subscriber, Subscription } from "../api/log.ts";
import type { HubStore, SessionRow } from "../api/store.ts";
import { showApproval } from "../policy/approval-option.ts";
import { addUsage } from "./add-usage.ts";
import { LastLine } from "./last-line.ts";
import { NEW_TITLE } from "./new-title.ts";
import { SessionCosts } from "./session-costs.ts";

export interface LiveSessionOptions {
  readonly row: SessionRow;
  /** Of sessions that have no level of their own. */
  readonly defaultLevel: ApprovalLevel;
  readonly store: HubStore;
  readonly committer: Committer;
  readonly clock: Clock;
  readonly log: Log;
  /** An unloaded session is in use again. */
  readonly onReused: (session: LiveSession) => void;
  /**
   * Something visible to callers has changed, other than the end of its log. `from`: the agent before, if it has
   * another one now.
   */
  readonly onChanged: (session: LiveSession, from?: string) => void;
}

/** Fields that callers do not see, or that change with every event. */
const QUIET_FIELDS: ReadonlySet<string> = new Set([
  "agentSessionId",
  "needsHistory",
  "reportedCost",
  "lastSeq",
  "updatedAtMs",
]);

const NO_COST: Cost = { amount: 0, currency: "" };

/** The agent's session, and the entry under which it was opened. */
export interface SessionLink {
  readonly agent: string;
  readonly kind: AgentKind;
  readonly link: AgentLink;
  /** What the session had brought when it was opened. */
  readonly setupKey?: string | undefined;
  /** Its agent was started with the tools of an editor. Undefined if it takes none. */
  readonly hasEditorTools?: boolean | undefined;
}

type Mutable<Row> = { -readonly [Field in keyof Row]: Row[Field] };

export class LiveSession {
  readonly id: string;
  readonly channel: Channel;
  readonly #row: Mutable<SessionRow>;
  readonly #options: LiveSessionOptions;
  #change: Mutable<SessionChange> = {};
  #link: SessionLink | undefined;
  #turns = 0;
  /** When its agent was last used. */
  usedAtMs: number;
  /** When it was last needed in memory. */
  accessedAtMs: number;
  /** It left the table of sessions in memory. Code that still holds it may use it, which brings it back. */
  isUnloaded = false;
  readonly #awaiting = new Set<string>();
  readonly costs: SessionCosts = new SessionCosts();
  readonly #lastLine = new LastLine();
  isDeleted = false;
  /** Why its events could not be stored. Further changes are ignored, and the next request loads the session again. */
  lost: ParleyError | undefined;
  /** The server is stopping while a turn waits for an answer: what happens to the agent now is not part of the conversation. */
  isFrozen = false;
  /** Ids of terminals that run for its agent. */
  readonly #terminals = new Set<string>();
  /** Tool calls that were completed since it was loaded. */
  completedCalls = 0;
  /** Number of the latest prompt since it was loaded. */
  promptSeq = 0;
  #revision = 0;

  constructor(options: LiveSessionOptions) {
    const { row, store, clock, log } = options;
    this.#options = options;
    this.#row = { ...row };
    this.id = row.id;
    this.usedAtMs = clock.now();
    this.accessedAtMs = this.usedAtMs;
    this.channel = new Channel({ sessionId: row.id, store, storedSeq: row.lastSeq, log });
  }

  get row(): SessionRow {
    return this.#row;
  }

  /** Another server owns it, or did: this is what the store has. */
  renew(row: SessionRow): void {
    for (const field of Object.keys(this.#row) as (keyof SessionRow)[])
      if (!(field in row)) delete this.#row[field as never];
    Object.assign(this.#row, row);
    this.#revision += 1;
    this.channel.isUnsure = false;
    this.channel.reached(row.lastSeq);
  }

  /** Its policy. The rules are the same object until they change. */
  get policy(): SessionPolicy {
    const { level = this.#options.defaultLevel, rules = NO_PATTERNS } = this.#row;
    return { level, rules };
  }

  /** Another number whenever the row has changed. */
  get revision(): number {
    return this.#revision;
  }

  get link(): SessionLink | undefined {
    return this.#link;
  }

  set link(link: SessionLink | undefined) {
    this.#reuse();
    this.#link = link;
    // They end with the agent's session.
    if (link === undefined) this.#terminals.clear();
  }

  get hasTerminals(): boolean {
    return this.#terminals.size > 0;
  }

  /** Number of its turns that run or are queued. */
  get busy(): number {
    return this.#turns;
  }

  addTurn(): void {
    this.#reuse();
    this.#turns += 1;
    this.#options.onChanged(this);
  }

  removeTurn(): void {
    this.#turns = Math.max(0, this.#turns - 1);
    this.#options.onChanged(this);
  }

  /** Ids of the questions that are open, the longest first. */
  get awaiting(): ReadonlySet<string> {
    return this.#awaiting;
  }

  asked(interactionId: string): void {
    this.#awaiting.add(interactionId);
    this.#options.onChanged(this);
  }

  answered(interactionId: string): void {
    if (this.#awaiting.delete(interactionId)) this.#options.onChanged(this);
  }

  /** Everything about it is in the store, and nothing here needs it. */
  get isIdle(): boolean {
    if (this.#turns > 0 || this.#link !== undefined || this.channel.size > 0 || this.isFrozen) return false;
    return Object.keys(this.#change).length === 0 && !this.#options.committer.has(this.id);
  }

  follow(subscriber: Subscriber, after: number = this.#row.lastSeq, isPatient = false): Subscription {
    this.#reuse();
    return this.channel.subscribe(subscriber, after, isPatient);
  }

  /** For writers that number their events themselves. The committer takes care of `flush` and `sync`. */
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

  /** Through the link if there is one, because the link numbers the events then. */
  record(body: SessionEventBody): void {
    if (this.link !== undefined) {
      this.link.link.record(body);
      return;
    }
    const { clock } = this.#options;
    const event = createEventSequence(this.id, { clock, after: this.#row.lastSeq }).next(body);
    this.#append(event, formatSessionEvent(event));
  }

  /** Stored with the next events, or by `save`. */
  change(given: SessionChange): void {
    this.#reuse();
    // A new session of the agent has cost nothing yet.
    const isOther = "agentSessionId" in given && given.agentSessionId !== this.#row.agentSessionId;
    const change = isOther ? { reportedCost: NO_COST, ...given } : given;
    this.#revision += 1;
    const isSeen = this.#isSeen(change);
    const { agent } = this.#row;
    Object.assign(this.#row, change);
    Object.assign(this.#change, change);
    if (isSeen) this.#options.onChanged(this, agent === this.#row.agent ? undefined : agent);
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
      // It is stored the next time, unless there is a newer value.
      this.#reuse();
      this.#change = { ...change, ...this.#change };
      throw error;
    }
  }

  #isSeen(change: SessionChange): boolean {
    const before: Readonly<Record<string, unknown>> = { ...this.#row };
    return Object.entries(change).some(([field, value]) => !QUIET_FIELDS.has(field) && before[field] !== value);
  }

  #reuse(): void {
    if (this.isUnloaded) this.#options.onReused(this);
  }

  #append(given: SessionEvent, line: string): void {
    if (this.isDeleted || this.isFrozen || this.lost !== undefined) return;
    this.#reuse();
    this.#note(given);
    const event = showApproval(given, this.policy.level);
    // Secrets are neither stored nor sent to followers, as in the client's own log.
    const kept = event.type === "update" || event.type === "prompt" ? event : toRecordedEvent(event);
    this.#options.committer.add(this.id, kept, kept === given ? line : formatSessionEvent(kept));
  }

  /** Runs for every streamed update: most of them change two numbers. */
  #note(event: SessionEvent): void {
    const { seq, at } = event;
    this.#revision += 1;
    this.#row.lastSeq = seq;
    this.#row.updatedAtMs = at;
    this.#change.lastSeq = seq;
    this.#change.updatedAtMs = at;
    const said = this.#lastLine.note(event);
    if (said !== undefined) this.change(said);
    if (event.type === "update") {
      const { update } = event;
      if (update.sessionUpdate === "session_info_update") this.#noteTitle(update.title);
      else if (update.sessionUpdate === "tool_call" || update.sessionUpdate === "tool_call_update") {
        if (update.status === "completed") this.completedCalls += 1;
      } else if (update.sessionUpdate === "usage_update" && update.cost) this.#noteCost(update.cost);
    } else if (event.type === "prompt") {
      this.promptSeq = seq;
      this.change({ turns: this.#row.turns + 1 });
      // The agent may have given it a title already.
      if (this.#row.turns === 1 && this.#row.title === NEW_TITLE) this.#noteTitle(toPromptTitle(event.prompt));
    } else if (event.type === "agent_started" || event.type === "agent_restarted") {
      this.change({ agentSessionId: event.agentSessionId });
      if (event.type === "agent_restarted" && event.history === "lost") this.change({ needsHistory: true });
    } else if (event.type === "terminal") {
      if (event.command !== undefined) this.#terminals.add(event.terminalId);
      if (event.exit !== undefined) this.#terminals.delete(event.terminalId);
    } else if (event.type === "changes") this.#tellChanges(event);
    else if (event.type === "rewound") this.change({ abandoned: addRewind(this.#row, event) });
    else if (event.type === "stop") this.#noteUsage(event.usage);
  }

  /** Our own agent takes no snapshots here, and undoes by these. */
  #tellChanges({ seq, before, after }: ChangesEvent): void {
    if (this.#link?.kind !== "mode") return;
    const told = this.#link.link.callExtension?.("_parley/session/changed", { turnId: `${seq}`, before, after });
    told?.catch((cause: unknown) => {
      this.#options.log.write("warn", "The agent was not informed of a turn's changes", { sessionId: this.id, cause });
    });
  }

  #noteCost({ amount, currency }: Cost): void {
    const { reportedCost } = this.#row;
    const reported = { amount, currency };
    this.costs.report(reportedCost?.amount === 0 ? { amount: 0, currency } : reportedCost, reported);
    this.change({ reportedCost: reported });
  }

  #noteTitle(title: string | null | undefined): void {
    if (!title || this.#row.isTitled) return;
    // It is part of every list of sessions.
    const shown = toTitle(title, SESSION_TITLE_CHARS_MAX);
    if (shown !== undefined) this.change({ title: shown });
  }

  #noteUsage(usage: Usage | undefined): void {
    if (usage !== undefined) this.change({ usage: addUsage(this.#row.usage, usage) });
  }
}
