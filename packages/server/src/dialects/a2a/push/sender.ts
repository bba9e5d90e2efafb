// Pushes the updates of a task to its receivers. The log is the queue: nothing is queued in memory.
import { A2A_CONTENT_TYPE, StreamResponse, TaskPushNotificationConfig, type TaskState } from "@a2a-js/sdk";
import { V03PushNotificationSerializer } from "@a2a-js/sdk/compat/v0_3/server";
import { ParleyError, type Log } from "@parley/base";
import { isOver, type Hub } from "@parley/hub";
import { setTimeout as sleep } from "node:timers/promises";
import { LEGACY_VERSION } from "../card.ts";
import { followTask } from "../follow-task.ts";
import { A2A_PUSH_CHECK_MS, A2A_PUSH_RETRY_DELAYS_MS, A2A_PUSH_TASKS_MAX } from "../../../limits.ts";
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

type LoadConfigs = (taskId: string) => Promise<readonly StoredConfig[]>;

interface Delivery {
  readonly sessionId: string;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

export class PushSender {
  readonly #options: PushSenderOptions;
  readonly #deliveries = new Map<string, Delivery>();
  readonly #legacy = new V03PushNotificationSerializer();
  #load: LoadConfigs = () => Promise.resolve([]);
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #isClosing = false;

  constructor(options: PushSenderOptions) {
    this.#options = options;
  }

  /** Resumes after a restart or a takeover: each receiver gets the current task, then its updates. */
  async resume(load: LoadConfigs): Promise<void> {
    this.#load = load;
    if (this.#isShared) this.#timer = setInterval(() => void this.#check(), A2A_PUSH_CHECK_MS).unref();
    await this.#takeUp();
  }

  get #isShared(): boolean {
    return this.#options.hub.store.nodes !== undefined;
  }

  /** Of servers on one database, the owner of the session sends. */
  #isMine(sessionId: string): boolean {
    return this.#options.hub.store.nodes?.isOurs(sessionId) ?? true;
  }

  #check(): Promise<void> {
    for (const { sessionId, stop } of this.#deliveries.values()) if (!this.#isMine(sessionId)) stop.abort();
    this.#checking ??= this.#takeUp()
      .catch((error: unknown) => {
        this.#options.log.write("warn", "push notifications could not be looked up", { error: String(error) });
      })
      .finally(() => (this.#checking = undefined));
    return this.#checking;
  }

  async #takeUp(): Promise<void> {
    const { store } = this.#options.hub;
    for (const { id: taskId } of await store.listDocuments(KIND, OWNER)) {
      if (this.#isTelling(taskId) || this.#isClosing) continue;
      try {
        const { sessionId, state } = await this.#options.hub.turns.get(taskId);
        // The session of an ended task may have no owner; the first server that needs it claims it.
        if (!this.#isMine(sessionId) && isOver({ state })) await this.#options.hub.sessions.get(sessionId);
        if (!this.#isMine(sessionId)) continue;
        for (const stored of await this.#load(taskId)) this.#start(taskId, sessionId, stored);
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
    const { sessionId } = await this.#options.hub.turns.get(taskId);
    await this.#options.hub.store.putDocument(KIND, taskId, OWNER, {});
    // Otherwise the owner finds it.
    if (this.#isMine(sessionId)) this.#start(taskId, sessionId, stored);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    await this.#checking;
    const deliveries = [...this.#deliveries.values()];
    for (const { stop } of deliveries) stop.abort();
    await Promise.all(deliveries.map(({ done }) => done));
  }

  #start(taskId: string, sessionId: string, stored: StoredConfig): void {
    const key = toKey(taskId, stored.config.id);
    const stop = new AbortController();
    if (this.#isClosing) stop.abort();
    const left = this.#deliver(taskId, stored, stop.signal).catch((error: unknown) => {
      this.#options.log.write("warn", "push notifications of a task stopped", { taskId, error: String(error) });
      return false;
    });
    const done = left.then((isLeft): Promise<void> => this.#ended(taskId, key, delivery, isLeft));
    const delivery: Delivery = { sessionId, stop, done };
    this.#deliveries.set(key, delivery);
  }

  /** `isLeft`: the next check decides what is sent, and by which server. */
  async #ended(taskId: string, key: string, delivery: Delivery, isLeft: boolean): Promise<void> {
    if (this.#deliveries.get(key) === delivery) this.#deliveries.delete(key);
    if (this.#isClosing || this.#isTelling(taskId) || isLeft || !this.#isMine(delivery.sessionId)) return;
    await this.#options.hub.store.deleteDocument(KIND, taskId).catch((error: unknown) => {
      this.#options.log.write("warn", "a push configuration could not be closed", { taskId, error: String(error) });
    });
  }

  #isTelling(taskId: string): boolean {
    return [...this.#deliveries.keys()].some((key) => key.startsWith(toKey(taskId, "")));
  }

  /** A receiver that does not answer gets only state changes. True if it is left unfinished. */
  async #deliver(taskId: string, stored: StoredConfig, signal: AbortSignal): Promise<boolean> {
    const isLegacy = stored.version === LEGACY_VERSION;
    let isDown = false;
    let state: TaskState | undefined;
    for await (const batch of followTask(this.#options.hub, { turnId: taskId, signal, isPatient: true })) {
      for (const response of coalesce(batch.map((told) => told.response))) {
        const next = toState(response);
        const isNews = next !== undefined && next !== state;
        state = next ?? state;
        // The older version sends the whole task each time, so only new states are sent.
        if ((isDown || isLegacy) && !isNews) continue;
        if (this.#isShared && !(await this.#isWanted(taskId, stored))) return true;
        isDown = !(await this.#tell(taskId, stored, response, signal));
        if (signal.aborted) return false;
      }
    }
    return false;
  }

  /** Another server may have the session by now, or may have changed the configuration. */
  async #isWanted(taskId: string, { config }: StoredConfig): Promise<boolean> {
    const { sessionId } = await this.#options.hub.turns.get(taskId);
    const wanted = toText(config);
    return this.#isMine(sessionId) && (await this.#load(taskId)).some((one) => toText(one.config) === wanted);
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
        // An invalid request stays invalid.
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

function toText(config: TaskPushNotificationConfig): string {
  return JSON.stringify(TaskPushNotificationConfig.toJSON(config));
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
