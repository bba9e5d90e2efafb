// Leases of servers and the sessions that they own, by the clock of the database. Each claim has a number, which every write of the
// session names: a server that was away longer than its lease cannot write.
import { createId, ParleyError, VERSION, type Log } from "@parley/base";
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { BusyState, QueuedTurnRow, SessionClaim, StoreNode, StoreNodes, StoreNotice } from "../../api/nodes.ts";
import type { SessionRow } from "../../api/store.ts";
import { CLAIM_ATTEMPTS_MAX, LEASE_BEAT_PARTS, LEASE_BEAT_WAITS, LEASE_MS, NODE_KEPT_MS } from "../../store-limits.ts";
import type { PostgresConnection } from "./connection.ts";
import type { NoticeListener } from "./listener.ts";
import * as statements from "./node-statements.ts";
import { toNode, type NodeRow } from "./node-statements.ts";

const KEY_BYTES = 32;
/** No claim has this number. */
const LOST_EPOCH = -1;

export interface PostgresNodesOptions {
  readonly connection: PostgresConnection;
  readonly log: Log;
  readonly leaseMs?: number | undefined;
  /** Servers with the same place have the same folders (default: those on this machine). */
  readonly place?: string | undefined;
  /** Renews the lease, whatever the other connections are busy with. */
  readonly listener: Pick<NoticeListener, "onNotice" | "query">;
}

export class PostgresNodes implements StoreNodes {
  #id = createId();
  readonly key: string = randomBytes(KEY_BYTES).toString("base64url");
  readonly leaseMs: number;
  readonly #options: PostgresNodesOptions;
  readonly #place: string;
  /** Our sessions, with the numbers of their claims. */
  readonly #epochs = new Map<string, number>();
  readonly #lost = new Set<(sessionIds: readonly string[]) => void>();
  /** Claims that ended with a lease. The database may still name this server as the owner, which is alive again. */
  #endedEpochs: number[] = [];
  readonly #drain = new Set<() => void>();
  #url: string | undefined;
  #isDraining = false;
  /** Until when no other server takes our sessions, by our own clock from before the request. */
  #safeUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: PostgresNodesOptions) {
    this.#options = options;
    this.leaseMs = options.leaseMs ?? LEASE_MS;
    this.#place = options.place ?? hostname();
  }

  /** Another one after this server has lost its lease, or if another server has the same. */
  get id(): string {
    return this.#id;
  }

  async open(): Promise<void> {
    await this.#register();
    const everyMs = this.leaseMs / LEASE_BEAT_PARTS;
    this.#timer = setInterval(() => {
      // Others may have our sessions by now, whatever a request that is under way brings.
      if (!this.#isSafe()) this.#loseAll();
      this.#beatNow();
    }, everyMs).unref();
    // The connection was lost, and is back.
    this.#options.listener.onNotice(({ isGap }) => {
      if (isGap === true) this.#beatNow();
    });
  }

  #beatNow(): void {
    if (!this.#isClosed) this.#beating ??= this.#beat().finally(() => (this.#beating = undefined));
  }

  async announce(url: string): Promise<void> {
    this.#url = url;
    await this.#query("announce this server", statements.ANNOUNCE, [this.id, url]);
  }

  async list(): Promise<readonly StoreNode[]> {
    return (await this.#query<NodeRow>("list servers", statements.LIST, [])).map(toNode);
  }

  isOurs(sessionId: string): boolean {
    return (this.#epochs.get(sessionId) ?? LOST_EPOCH) !== LOST_EPOCH && this.#isSafe();
  }

  async isAlive(nodeId: string): Promise<boolean> {
    return (await this.#query("look for a server", statements.IS_ALIVE, [nodeId])).length > 0;
  }

  /** The number that writes of a session have to name; undefined if it is not ours. */
  epochOf(sessionId: string): number | undefined {
    return this.#epochs.get(sessionId);
  }

  async claim(sessionId: string): Promise<SessionClaim> {
    if (this.isOurs(sessionId)) return { kind: "ours", isNew: false, hasFolder: true };
    for (let attempt = 1; attempt <= CLAIM_ATTEMPTS_MAX; attempt += 1) {
      const claim = await this.#tryClaim(sessionId);
      if (claim !== undefined) return claim;
      // Its owner may have released it after the attempt to claim it.
      if (this.#isDraining) break;
    }
    throw this.#cannotTake();
  }

  /** Undefined if neither this server nor another one has it or can take it. */
  async #tryClaim(sessionId: string): Promise<SessionClaim | undefined> {
    const values = [sessionId, this.id, this.#place];
    const [claimed] = await this.#query<{ owner_epoch: number; has_folder: boolean }>(
      "claim the session",
      statements.CLAIM,
      values,
    );
    if (claimed !== undefined) {
      this.#epochs.set(sessionId, claimed.owner_epoch);
      return { kind: "ours", isNew: true, hasFolder: claimed.has_folder };
    }
    const [owner] = await this.#query<Partial<NodeRow>>("find the owner of a session", statements.OWNER, [
      sessionId,
      this.id,
    ]);
    if (owner === undefined) return { kind: "none" };
    const { id } = owner;
    const isOther = id !== null && id !== undefined && id !== this.id;
    return isOther ? { kind: "other", node: toNode(owner as NodeRow) } : undefined;
  }

  /** A session that this server has just stored. */
  async own(sessionId: string): Promise<void> {
    const values = [sessionId, this.id, this.#place];
    const [owned] = await this.#query<{ owner_epoch: number }>("own the session", statements.OWN_NEW, values);
    if (owned !== undefined) this.#epochs.set(sessionId, owned.owner_epoch);
  }

  async release(sessionId: string): Promise<void> {
    const epoch = this.#epochs.get(sessionId);
    if (epoch === undefined || epoch === LOST_EPOCH) return;
    // A server that ends must not write to what it has handed over.
    if (this.#isDraining) this.#epochs.set(sessionId, LOST_EPOCH);
    else this.#epochs.delete(sessionId);
    await this.#query("release the session", statements.RELEASE, [sessionId, this.id, epoch]);
  }

  lose(sessionId: string): void {
    const epoch = this.#epochs.get(sessionId);
    if (epoch === undefined || epoch === LOST_EPOCH) return;
    this.#epochs.set(sessionId, LOST_EPOCH);
    for (const listener of this.#lost) listener([sessionId]);
  }

  async listOrphans(): Promise<readonly string[]> {
    const rows = await this.#query<{ id: string }>("find sessions without an owner", statements.ORPHANS, [this.#place]);
    return rows.map(({ id }) => id);
  }

  async listOrphanPlans(): Promise<readonly string[]> {
    const values = [this.#place];
    const rows = await this.#query<{ id: string }>("find plans without a server", statements.ORPHAN_PLANS, values);
    return rows.map(({ id }) => id);
  }

  listQueued(): Promise<readonly QueuedTurnRow[]> {
    return this.#listTurns("find queued turns", statements.QUEUED);
  }

  listCancelling(): Promise<readonly QueuedTurnRow[]> {
    return this.#listTurns("find turns to cancel", statements.CANCELLING);
  }

  async #listTurns(doing: string, words: string): Promise<readonly QueuedTurnRow[]> {
    type Row = { readonly id: string; readonly session_id: string };
    const rows = await this.#query<Row>(doing, words, [this.id]);
    return rows.map(({ id, session_id: sessionId }) => ({ id, sessionId }));
  }

  async readStates(sessionIds: readonly string[]): Promise<Readonly<Record<string, BusyState>>> {
    type Row = { readonly session_id: string; readonly is_awaiting: boolean };
    const rows = await this.#query<Row>("find running sessions", statements.STATES, [sessionIds]);
    return Object.fromEntries(rows.map((row) => [row.session_id, row.is_awaiting ? "awaiting" : "running"]));
  }

  async readSession(
    id: string,
  ): Promise<{ readonly row: SessionRow; readonly state: BusyState | undefined } | undefined> {
    type Row = { readonly data: string; readonly is_awaiting: boolean | null };
    const { connection } = this.#options;
    const words = statements.SESSION(connection.dialect.sessionData);
    const [found] = await connection.query<Row>("read the session", words, [id]);
    if (found === undefined) return undefined;
    const { data, is_awaiting: isAwaiting } = found;
    const state = isAwaiting === null ? undefined : isAwaiting ? "awaiting" : "running";
    return { row: JSON.parse(data) as SessionRow, state };
  }

  async readTurnStates(turnIds: readonly string[]): Promise<Readonly<Record<string, string>>> {
    type Row = { readonly id: string; readonly state: string };
    const rows = await this.#query<Row>("find the states of turns", statements.TURN_STATES, [turnIds]);
    return Object.fromEntries(rows.map(({ id, state }) => [id, state]));
  }

  async readLastSeqs(sessionIds: readonly string[]): Promise<Readonly<Record<string, number>>> {
    type Row = { readonly id: string; readonly last_seq: number };
    const rows = await this.#query<Row>("find the ends of logs", statements.LAST_SEQS, [sessionIds]);
    return Object.fromEntries(rows.map(({ id, last_seq: last }) => [id, last]));
  }

  async drain(nodeId: string): Promise<boolean> {
    if (nodeId === this.id) this.#isDraining = true;
    return (await this.#query("drain a server", statements.DRAIN, [nodeId])).length > 0;
  }

  onDrain(listener: () => void): () => void {
    this.#drain.add(listener);
    return () => void this.#drain.delete(listener);
  }

  onNotice(listener: (notice: StoreNotice) => void): () => void {
    return this.#options.listener.onNotice(listener);
  }

  onLost(listener: (sessionIds: readonly string[]) => void): () => void {
    this.#lost.add(listener);
    return () => void this.#lost.delete(listener);
  }

  /** Its sessions are free at once. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#beating;
    await this.#query("leave the database", statements.LEAVE, [this.id]).catch(() => undefined); // Then they are free when the lease is over.
  }

  #query<Row>(
    doing: string,
    words: string,
    values: Parameters<PostgresConnection["query"]>[2],
  ): Promise<readonly Row[]> {
    return this.#options.connection.query<Row>(doing, words, values);
  }

  #isSafe(): boolean {
    return performance.now() < this.#safeUntil;
  }

  #cannotTake(): ParleyError {
    return this.#isDraining
      ? new ParleyError({
          code: "server_draining",
          message: "The server is shutting down, and no other one is running",
        })
      : new ParleyError({ code: "connection_failed", message: "No server can take the session now. Try again" });
  }

  async #register(): Promise<void> {
    const before = performance.now();
    await this.#query("register this server", statements.FORGET, [NODE_KEPT_MS]);
    // With its address, if it had one before: others must never find a server that they cannot call.
    const own = [this.id, this.key, hostname(), VERSION, this.#place, String(this.#isDraining), this.leaseMs];
    const values = [...own, this.#url ?? null];
    await this.#query("register this server", statements.REGISTER, values);
    this.#safeUntil = before + this.leaseMs;
  }

  async #beat(): Promise<void> {
    const before = performance.now();
    try {
      type Row = { readonly is_draining: boolean };
      const values = [this.id, this.leaseMs, this.key];
      const withinMs = this.leaseMs / LEASE_BEAT_WAITS;
      const [alive] = await this.#options.listener.query<Row>(statements.BEAT, values, withinMs);
      if (alive !== undefined) {
        this.#safeUntil = before + this.leaseMs;
        await this.#releaseLost();
        if (alive.is_draining && !this.#isDraining) this.#drainAsked();
        return;
      }
      // The lease is over, and others may have our sessions: begin as a new server would.
      this.#loseAll();
      await this.#query("register this server", "delete from nodes where id = $1 and key = $2", [this.id, this.key]);
      // Nothing names the earlier one as a living owner.
      this.#id = createId();
      this.#endedEpochs = [];
      await this.#register();
    } catch (cause) {
      if (!this.#isSafe()) this.#loseAll();
      this.#options.log.write("warn", "This server could not renew its lease", { cause: String(cause) });
    }
  }

  /** So that any server finds them among those without an owner. */
  async #releaseLost(): Promise<void> {
    const epochs = this.#endedEpochs;
    if (epochs.length === 0) return;
    await this.#query("release sessions", statements.RELEASE_LOST, [this.id, epochs]);
    this.#endedEpochs = this.#endedEpochs.slice(epochs.length);
  }

  #drainAsked(): void {
    this.#isDraining = true;
    for (const listener of this.#drain) listener();
  }

  #loseAll(): void {
    const ids = [...this.#epochs].flatMap(([id, epoch]) => (epoch === LOST_EPOCH ? [] : [id]));
    if (ids.length === 0) return;
    this.#endedEpochs = [...this.#endedEpochs, ...ids.flatMap((id) => this.#epochs.get(id) ?? [])];
    // Writes that are under way still name it, and are refused.
    for (const id of ids) this.#epochs.set(id, LOST_EPOCH);
    for (const listener of this.#lost) listener(ids);
  }
}
