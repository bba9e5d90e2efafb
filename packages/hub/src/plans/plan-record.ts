// A running plan in the store: after a crash, the next process continues it, so that it has an end in its session's log.
import { createId, type Clock } from "@parley/base";
import type { HubStore } from "../api/store.ts";
import type { Plan, PlanTaskResult } from "../api/plans.ts";
import type { TurnApproval } from "../api/turns.ts";

/** Where a task runs. Stored before its turn is started, so that no task is started twice. */
export interface BegunTask {
  readonly sessionId: string;
  readonly turnId: string;
}

interface StoredPlan {
  readonly sessionId: string;
  readonly plan: Plan;
  /** Who answers the questions of its tasks. */
  readonly approve?: TurnApproval | undefined;
  readonly begun: Readonly<Record<string, BegunTask>>;
  readonly results: readonly PlanTaskResult[];
}

type PlanStore = Pick<HubStore, "putDocument" | "listDocuments" | "deleteDocument">;

const KIND = "plan";
/** Not owned by a session: they are deleted with the plan. */
const OWNER = "plans";

export class PlanRecord {
  readonly #store: PlanStore;
  readonly #id: string;
  #stored: StoredPlan;
  #isFrozen = false;

  constructor(store: PlanStore, id: string, stored: StoredPlan) {
    this.#store = store;
    this.#id = id;
    this.#stored = stored;
  }

  static async create(
    store: PlanStore,
    clock: Clock,
    given: Pick<StoredPlan, "sessionId" | "plan" | "approve">,
  ): Promise<PlanRecord> {
    const record = new PlanRecord(store, createId(clock), { ...given, begun: {}, results: [] });
    await record.#save();
    return record;
  }

  /** Those of an earlier process. */
  static async list(store: PlanStore): Promise<readonly PlanRecord[]> {
    const documents = await store.listDocuments(KIND, OWNER);
    return documents.map(({ id, value }) => new PlanRecord(store, id, value as StoredPlan));
  }

  get sessionId(): string {
    return this.#stored.sessionId;
  }

  get plan(): Plan {
    return this.#stored.plan;
  }

  get approve(): TurnApproval | undefined {
    return this.#stored.approve;
  }

  get results(): readonly PlanTaskResult[] {
    return this.#stored.results;
  }

  get isFrozen(): boolean {
    return this.#isFrozen;
  }

  begunTask(taskId: string): BegunTask | undefined {
    return this.#stored.begun[taskId];
  }

  begin(taskId: string, task: BegunTask): Promise<void> {
    this.#stored = { ...this.#stored, begun: { ...this.#stored.begun, [taskId]: task } };
    return this.#save();
  }

  settle(result: PlanTaskResult): Promise<void> {
    this.#stored = { ...this.#stored, results: [...this.#stored.results, result] };
    return this.#save();
  }

  /** The server is stopping: further results are not stored, and the next process continues the plan. */
  freeze(): void {
    this.#isFrozen = true;
  }

  async delete(): Promise<void> {
    if (this.#isFrozen) return;
    await this.#store.deleteDocument(KIND, this.#id);
  }

  async #save(): Promise<void> {
    if (this.#isFrozen) return;
    await this.#store.putDocument(KIND, this.#id, OWNER, this.#stored);
  }
}
