// The port to the hub's storage. It does not assume one process, one file or one dialect of SQL. The one for SQLite is in `store`.
import type { Cost, McpServer } from "@parley/acp";
import type { SessionPolicy } from "@parley/policy";
import type { StoreNodes } from "./nodes.ts";
import type { Interaction } from "./interactions.ts";
import type { SavedRecipe } from "./recipes.ts";
import type { HubSession } from "./sessions.ts";
import type { Turn, TurnQuery } from "./turns.ts";
import type { Usages, UsageQuery } from "./usage.ts";

/** A session as stored. */
export interface SessionRow
  extends Omit<HubSession, "state" | "isNamed" | keyof SessionPolicy>, Partial<SessionPolicy> {
  /** The agent's id of the session, as long as it can be resumed. */
  readonly agentSessionId?: string | undefined;
  /** The user chose the title, so it is not replaced. */
  readonly isTitled: boolean;
  /** What the agent's session has cost, as it last reported; undefined if that is unknown. */
  readonly reportedCost?: Cost | undefined;
  /** The agent's session is newer than this one, so its next prompt includes the conversation so far. */
  readonly needsHistory?: boolean | undefined;
  /** Its agent was started with a launch that the client brought, which is never stored. */
  readonly brought?: "environment" | "program" | "secrets" | undefined;
  /** Of the request that created it, if that had a key. */
  readonly fingerprint?: string | undefined;
}

/** Events that follow each other, as lines without their newlines. */
export interface EventBatch {
  readonly sessionId: string;
  readonly firstSeq: number;
  readonly lines: readonly string[];
  /** The last one ends a turn, so the turn is changed next. */
  readonly endsTurn?: boolean | undefined;
}

/** What a search finds: a piece of text of one event. */
export interface SearchText {
  readonly sessionId: string;
  readonly seq: number;
  readonly at: number;
  readonly what: string;
  readonly text: string;
}

export interface StoredHit extends Omit<SearchText, "text"> {
  /** The place with some text around it. */
  readonly excerpt: string;
}

export interface TurnOutcome {
  readonly agent: string;
  readonly isSuccess: boolean;
  readonly ms: number;
  readonly tokens: number;
}

/** Settings of an agent, a slot (`slot:coding`) or a remote agent. */
export interface AgentSettings {
  readonly name: string;
  readonly isEnabled: boolean;
  readonly extensions: readonly McpServer[];
  /** Of a remote agent. */
  readonly url?: string | undefined;
}

export interface AgentTotals {
  readonly agent: string;
  readonly turns: number;
  readonly successes: number;
  readonly totalMs: number;
  readonly totalTokens: number;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor?: string | undefined;
}

interface Limits {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Rejects with `store_failed`, with the cause. What resolved survives the end of this process. */
export interface HubStore extends AsyncDisposable {
  /** The servers that share it; undefined if it has one server. */
  readonly nodes?: StoreNodes | undefined;
  /** Rejects with `session_exists`. */
  insertSession(row: SessionRow): Promise<void>;
  /** With all its events and their texts: everything or nothing. Rejects with `session_exists`. */
  importSession(row: SessionRow, lines: readonly string[], texts: readonly SearchText[]): Promise<void>;
  getSession(id: string): Promise<SessionRow | undefined>;
  /** Only the fields given. */
  updateSession(id: string, change: Partial<Omit<SessionRow, "id">>): Promise<void>;
  /** With everything that belongs to it. */
  deleteSession(id: string): Promise<void>;
  /** The latest first, by `updatedAtMs` and then `id`. */
  listSessions(
    query: Limits & { readonly agent?: string | undefined; readonly cwd?: string | undefined },
  ): Promise<Page<SessionRow>>;

  /**
   * All or nothing, with the changes of their sessions. Rejects with `session_lost` if `firstSeq` does not follow the last stored
   * event, because another process wrote then. `isDurable`: it also survives a power cut. `questions`: those that the events ask.
   */
  appendEvents(
    batches: readonly EventBatch[],
    changes: ReadonlyMap<string, Partial<Omit<SessionRow, "id">>>,
    options: { readonly isDurable: boolean; readonly questions?: readonly Interaction[] | undefined },
  ): Promise<void>;
  /** Lines in order: after a number, or the latest before one. */
  readEvents(
    sessionId: string,
    page: { readonly after: number; readonly limit: number } | { readonly before: number; readonly limit: number },
  ): Promise<readonly string[]>;
  /** All lines up to an event into another session, whose id takes the place of the old one. */
  copyEvents(fromId: string, toId: string, upToSeq: number): Promise<void>;

  insertTurn(turn: Turn): Promise<void>;
  getTurn(id: string): Promise<Turn | undefined>;
  /** The turn is to be cancelled, whichever server runs it. Returns it as it is now; one that is over stays as it is. */
  requestCancel(id: string): Promise<Turn | undefined>;
  /** The end of a turn is added to the usage of its day, once, with the same write. One that is over does not change. */
  updateTurn(id: string, change: Partial<Omit<Turn, "id">>): Promise<void>;
  listTurns(query: Limits & Pick<TurnQuery, "sessionId" | "states" | "isCounting">): Promise<Page<Turn>>;

  /** What ended turns have used. It stays when their sessions are deleted. */
  sumUsage(query: UsageQuery): Promise<Usages>;

  putInteraction(interaction: Interaction): Promise<void>;
  getInteraction(id: string): Promise<Interaction | undefined>;
  /** Only if it is still pending: true for exactly one caller. */
  settleInteraction(interaction: Interaction): Promise<boolean>;
  listInteractions(query: {
    readonly sessionId?: string | undefined;
    readonly state?: Interaction["state"] | undefined;
    readonly expiresBeforeMs?: number | undefined;
  }): Promise<readonly Interaction[]>;

  /** The value of the first caller with that key, within a day: ours if we are the first. */
  claimKey(scope: string, key: string, value: string, nowMs: number): Promise<string>;
  /** Releases a claim that was not used. Only with the value that it was claimed with. */
  releaseKey(scope: string, key: string, value: string): Promise<void>;

  addOutcome(outcome: TurnOutcome): Promise<void>;
  listTotals(): Promise<readonly AgentTotals[]>;
  putAgentSettings(settings: AgentSettings): Promise<void>;
  deleteAgentSettings(name: string): Promise<void>;
  listAgentSettings(): Promise<readonly AgentSettings[]>;

  putRecipe(recipe: SavedRecipe): Promise<void>;
  getRecipe(id: string): Promise<SavedRecipe | undefined>;
  listRecipes(): Promise<readonly SavedRecipe[]>;
  deleteRecipe(id: string): Promise<void>;

  /** Small documents of a dialect, by kind and id, deleted with their owner: push configurations, … */
  putDocument(kind: string, id: string, ownerId: string, value: unknown): Promise<void>;
  getDocument(kind: string, id: string): Promise<unknown>;
  listDocuments(kind: string, ownerId: string): Promise<readonly { readonly id: string; readonly value: unknown }[]>;
  deleteDocument(kind: string, id: string): Promise<void>;
  /** Only if it still has the value `from`: true for exactly one of several callers. Undefined deletes it. */
  replaceDocument(kind: string, id: string, from: unknown, value: unknown): Promise<boolean>;

  indexTexts(texts: readonly SearchText[]): Promise<void>;
  /** Words that all occur; "in quotes" as they stand. The latest first. */
  search(query: string, limit: number): Promise<readonly StoredHit[]>;

  /** Deletes turns, interactions and keys that ended before a time, and sessions beyond the limits; gives the ids of these. */
  prune(limits: {
    readonly endedBeforeMs: number;
    readonly sessionsMax?: number | undefined;
  }): Promise<{ readonly sessions: readonly string[] }>;
  /** Rejects if it does not answer. */
  check(): Promise<void>;
}

/** A read-only store, to which another process may write. */
export type HubStoreReader = AsyncDisposable &
  Pick<
    HubStore,
    "getSession" | "listSessions" | "readEvents" | "listTurns" | "listInteractions" | "search" | "sumUsage"
  >;
