// Pushes the updates of a task to its receivers. The log is the queue: nothing is queued in memory.
import { A2A_CONTENT_TYPE, StreamResponse, type TaskState } from "@a2a-js/sdk";
import { V03PushNotificationSerializer } from "@a2a-js/sdk/compat/v0_3/server";
import { ParleyError, type Log } from "@parley/base";
import type { Hub } from "@parley/hub";
import { setTimeout as sleep } from "node:timers/promises";
import { LEGACY_VERSION } from "../card.ts";
import { followTask } from "../follow-task.ts";
import { A2A_PUSH_RETRY_DELAYS_MS, A2A_PUSH_TASKS_MAX } from "../../../limits.ts";
import { readWholeTask } from "../read-task.ts";
import { coalesce } from "./coalesce.ts";
import type { StoredConfig } from "./configs.ts";
import { guardedPost, parseTarget, type GuardOptions } from "./guarded-post.ts";

/** Documents that list the tasks with active push notifications. */
export const OPEN_PUSHES = { kind: "a2a_push_open", owner: "a2a" } as const;
const { kind: KIND, owner: OWNER } = OPEN_PUSHES;
const TOKEN_HEADER = "X-A2A-Notification-Token";

export interface PushSenderOptions extends GuardOptions {
  readonly hub: Hub;
  readonly log: Log;
  readonly retryDelaysMs?: readonly number[] | undefined;
}

interface Delivery {
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

export class PushSender {
  readonly #options: PushSenderOptions;
  readonly #deliveries = new Map<string, Delivery>();
  readonly #legacy = new V03PushNotificationSerializer();
  #isClosing = false;

  constructor(options: PushSenderOptions) {
    this.#options = options;
  }

  /** Resumes after a restart: each receiver gets the current task, then its updates. */
  async resume(load: (taskId: string) => Promise<readonly StoredConfig[]>): Promise<void> {
    const { store } = this.#options.hub;
    for (const { id: taskId } of await store.listDocuments(KIND, OWNER)) {
      try {
        // Of servers on one database, the owner of the session sends.
        if (store.nodes?.isOurs((await this.#options.hub.turns.get(taskId)).sessionId) === false) continue;
        for (const stored of await load(taskId)) this.#start(taskId, stored);
        if (!this.#isTelling(taskId)) await store.deleteDocument(KIND, taskId);
      } catch (error) {
        if (!(error instanceof ParleyError) || error.code !== "turn_not_found") throw error;
        await store.deleteDocument(KIND, taskId);
      }
    }
  }

  /** Rejects with `limit_reached` if too many tasks are being pushed. */
  async change(taskId: string, configId: string, stored: StoredConfig | undefined): Promise<void> {
    this.#deliveries.get(toKey(taskId, configId))?.stop.abort();
    if (stored === undefined) return;
    if (this.#deliveries.size >= A2A_PUSH_TASKS_MAX) {
      throw new ParleyError({
        code: "limit_reached",
        message: `Push notifications are limited to ${A2A_PUSH_TASKS_MAX} tasks at a time; try again when one has ended`,
      });
    }
    await this.#options.hub.store.putDocument(KIND, taskId, OWNER, {});
    this.#start(taskId, stored);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const deliveries = [...this.#deliveries.values()];
    for (const { stop } of deliveries) stop.abort();
    await Promise.all(deliveries.map(({ done }) => done));
  }

  #start(taskId: string, stored: StoredConfig): void {
    const key = toKey(taskId, stored.config.id);
    const stop = new AbortController();
    if (this.#isClosing) stop.abort();
    const done = this.#deliver(taskId, stored, stop.signal).catch((error: unknown) => {
      this.#options.log.write("warn", "push notifications of a task stopped", { taskId, error: String(error) });
    });
    const delivery: Delivery = { stop, done: done.then((): Promise<void> => this.#ended(taskId, key, delivery)) };
    this.#deliveries.set(key, delivery);
  }

  async #ended(taskId: string, key: string, delivery: Delivery): Promise<void> {
    if (this.#deliveries.get(key) === delivery) this.#deliveries.delete(key);
    if (this.#isClosing || this.#isTelling(taskId)) return;
    await this.#options.hub.store.deleteDocument(KIND, taskId).catch((error: unknown) => {
      this.#options.log.write("warn", "a push configuration could not be closed", { taskId, error: String(error) });
    });
  }

  #isTelling(taskId: string): boolean {
    return [...this.#deliveries.keys()].some((key) => key.startsWith(toKey(taskId, "")));
  }

  /** A receiver that does not answer is spared everything but the turns of events. */
  async #deliver(taskId: string, stored: StoredConfig, signal: AbortSignal): Promise<void> {
    const isLegacy = stored.version === LEGACY_VERSION;
    let isDown = false;
    let state: TaskState | undefined;
    for await (const batch of followTask(this.#options.hub, { turnId: taskId, signal, isPatient: true })) {
      for (const response of coalesce(batch.map((told) => told.response))) {
        const next = toState(response);
        const isNews = next !== undefined && next !== state;
        state = next ?? state;
        // The older version sends the whole task each time: only a new state is worth it.
        if ((isDown || isLegacy) && !isNews) continue;
        isDown = !(await this.#tell(taskId, stored, response, signal));
        if (signal.aborted) return;
      }
    }
  }

  async #tell(taskId: string, stored: StoredConfig, response: StreamResponse, signal: AbortSignal): Promise<boolean> {
    const { hub, log, hosts, retryDelaysMs = A2A_PUSH_RETRY_DELAYS_MS } = this.#options;
    const { body, contentType } =
      stored.version === LEGACY_VERSION
        ? this.#legacy.serialize(response, await readWholeTask(hub, taskId))
        : { body: JSON.stringify(StreamResponse.toJSON(response)), contentType: A2A_CONTENT_TYPE };
    const headers = { ...toHeaders(stored), "Content-Type": contentType };
    const target = parseTarget(stored.config.url, this.#options);
    let why = "";
    for (const delayMs of [0, ...retryDelaysMs]) {
      if (delayMs > 0) await sleep(delayMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return false;
      try {
        const status = await guardedPost(target, { headers, body, signal, hosts });
        if (status >= 200 && status < 300) return true;
        why = `it answered with ${status}`;
        // What is wrong with the request stays wrong.
        if (status < 500 && status !== 408 && status !== 429) break;
      } catch (error) {
        why = error instanceof Error ? error.message : String(error);
        if (error instanceof ParleyError) break;
      }
    }
    log.write("warn", "a push notification was not delivered", { taskId, host: target.host, why });
    return false;
  }
}

function toHeaders({ config: { token, authentication } }: StoredConfig): Record<string, string> {
  const { scheme = "", credentials = "" } = authentication ?? {};
  return {
    ...(token !== "" && { [TOKEN_HEADER]: token }),
    ...(scheme !== "" && { Authorization: credentials === "" ? scheme : `${scheme} ${credentials}` }),
  };
}

function toState({ payload }: StreamResponse): TaskState | undefined {
  if (payload?.$case === "task" || payload?.$case === "statusUpdate") return payload.value.status?.state;
  return undefined;
}

function toKey(taskId: string, configId: string): string {
  return `${taskId}/${configId}`;
}
