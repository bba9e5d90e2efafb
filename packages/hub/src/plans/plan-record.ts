// A running plan in the store, and the server that carries it out: after a crash, another process continues it, so that it has an
// end in its session's log. Each change names what was stored before it, so that a server that was away cannot change a plan that
// another one has taken.
import { createId, ParleyError, type Clock } from "@parley/base";
import type { HubStore } from "../api/store.ts";
import type { Plan, PlanTaskResult } from "../api/plans.ts";
import type { TurnApproval } from "../api/turns.ts";
import { SAVE_RETRY_MS } from "../limits.ts";

/** Where a task runs. Stored before its turn is started, so that no task is started twice. */
export interface BegunTask {
  readonly sessionId: string;
  readonly turnId: string;
}

interface StoredPlan {
  readonly sessionId: string;
  /** Of servers that share the store, the one that carries it out; undefined if it is free. */
  readonly nodeId?: string | undefined;
  readonly plan: Plan;
  /** Who answers the questions of its tasks. */
  readonly approve?: TurnApproval | undefined;
  readonly begun: Readonly<Record<string, BegunTask>>;
  readonly results: readonly PlanTaskResult[];
}

export type PlanStore = Pick<HubStore, "putDocument" | "listDocuments" | "replaceDocument" | "nodes">;

const KIND = "plan";
/** Not owned by a session: they are deleted with the plan. */
const OWNER = "plans";

export class PlanRecord {
  readonly #store: PlanStore;
  readonly #id: string;
  #plan: StoredPlan;
  /** What the store has. */
  #stored: StoredPlan;
  /** What the store may have, if the connection broke during a write. */
  #maybe: StoredPlan[] = [];
  #writing: Promise<unknown> = Promise.resolve();
  #isFrozen = false;
  /** Another server has taken it. */
  onTaken: (() => void) | undefined;

  private constructor(store: PlanStore, id: string, stored: StoredPlan) {
    this.#store = store;
    this.#id = id;
    this.#plan = stored;
    this.#stored = stored;
  }

  static async create(
    store: PlanStore,
    clock: Clock,
    { sessionId, plan, approve }: Pick<StoredPlan, "sessionId" | "plan" | "approve">,
  ): Promise<PlanRecord> {
    const id = createId(clock);
    const stored = { sessionId, nodeId: store.nodes?.id, plan, approve, begun: {}, results: [] };
    await store.putDocument(KIND, id, OWNER, stored);
    return new PlanRecord(store, id, stored);
  }

  /** Those of an earlier process, and of other servers. */
  static async list(store: PlanStore): Promise<readonly PlanRecord[]> {
    const documents = await store.listDocuments(KIND, OWNER);
    return documents.map(({ id, value }) => new PlanRecord(store, id, value as StoredPlan));
  }

  /** False if another server was faster. */
  async take(): Promise<boolean> {
    this.#plan = { ...this.#plan, nodeId: this.#store.nodes?.id };
    try {
      await this.#save();
      return true;
    } catch (error) {
      if (this.#isFrozen) return false;
      throw error;
    }
  }

  /** Any server may take it from here on. */
  async release(): Promise<void> {
    this.#isFrozen = true;
    await this.#writing.catch(() => undefined);
    this.#plan = { ...this.#plan, nodeId: undefined };
    for (;;) {
      try {
        await this.#replace(this.#plan);
        return;
      } catch {
        // The store may be back by then.
        await new Promise((resolve) => setTimeout(resolve, SAVE_RETRY_MS).unref());
      }
    }
  }

  get id(): string {
    return this.#id;
  }

  get sessionId(): string {
    return this.#plan.sessionId;
  }

  get plan(): Plan {
    return this.#plan.plan;
  }

  get approve(): TurnApproval | undefined {
    return this.#plan.approve;
  }

  get results(): readonly PlanTaskResult[] {
    return this.#plan.results;
  }

  get isFrozen(): boolean {
    return this.#isFrozen;
  }

  begunTask(taskId: string): BegunTask | undefined {
    return this.#plan.begun[taskId];
  }

  begin(taskId: string, task: BegunTask): Promise<void> {
    this.#plan = { ...this.#plan, begun: { ...this.#plan.begun, [taskId]: task } };
    return this.#save();
  }

  settle(result: PlanTaskResult): Promise<void> {
    this.#plan = { ...this.#plan, results: [...this.#plan.results, result] };
    return this.#save();
  }

  /** The server is stopping: further results are not stored, and the next process continues the plan. */
  freeze(): void {
    this.#isFrozen = true;
  }

  async delete(): Promise<void> {
    await this.#writing.catch(() => undefined);
    if (!this.#isFrozen) await this.#replace(undefined);
  }

  /** One after the other. */
  #save(): Promise<void> {
    const saved = this.#writing.catch(() => undefined).then(() => this.#write());
    this.#writing = saved;
    return saved;
  }

  async #write(): Promise<void> {
    // The write before this one may have stored it as well.
    if (this.#isFrozen || this.#stored === this.#plan) return;
    if (await this.#replace(this.#plan)) return;
    this.#isFrozen = true;
    this.onTaken?.();
    throw new ParleyError({ code: "session_lost", message: "Another server carries out this plan now" });
  }

  async #replace(next: StoredPlan | undefined): Promise<boolean> {
    for (const from of [this.#stored, ...this.#maybe]) {
      try {
        if (!(await this.#store.replaceDocument(KIND, this.#id, from, next))) continue;
      } catch (error) {
        if (next !== undefined) this.#maybe.push(next);
        throw error;
      }
      this.#stored = next ?? from;
      this.#maybe = [];
      return true;
    }
    return false;
  }
}
