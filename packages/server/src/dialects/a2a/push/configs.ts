// Push configurations of a task, stored with the task's session and deleted with it.
import { TaskPushNotificationConfig } from "@a2a-js/sdk";
import { RequestMalformedError, TaskNotFoundError } from "@a2a-js/sdk/errors";
import { createId, ParleyError } from "@parley/base";
import type { Hub } from "@parley/hub";
import { A2A_PUSH_CONFIGS_MAX, A2A_PUSH_FIELD_CHARS_MAX, A2A_PUSH_ID_CHARS_MAX } from "../../../limits.ts";
import { parseTarget, type GuardOptions } from "./guarded-post.ts";

const KIND = "a2a_push";

/** A configuration, and the protocol version of the client that created it. */
export interface StoredConfig {
  readonly config: TaskPushNotificationConfig;
  readonly version: string;
}

export interface PushConfigsOptions extends GuardOptions {
  readonly hub: Hub;
  /** A configuration was added or removed. */
  readonly onChange: (taskId: string, configId: string, stored: StoredConfig | undefined) => Promise<void>;
}

export class PushConfigs {
  readonly #options: PushConfigsOptions;

  constructor(options: PushConfigsOptions) {
    this.#options = options;
  }

  /** Throws `bad_input` if the address is clearly not allowed. */
  check({ id, url, token, authentication }: TaskPushNotificationConfig): void {
    if (url === "") throw new RequestMalformedError("url is required");
    if (id.length > A2A_PUSH_ID_CHARS_MAX) {
      throw new RequestMalformedError(`id must have at most ${A2A_PUSH_ID_CHARS_MAX} characters`);
    }
    const fields = [token, authentication?.scheme ?? "", authentication?.credentials ?? ""];
    if (fields.some((field) => field.length > A2A_PUSH_FIELD_CHARS_MAX || /[\r\n]/.test(field))) {
      throw new RequestMalformedError(
        `token and authentication must be single lines of at most ${A2A_PUSH_FIELD_CHARS_MAX} characters`,
      );
    }
    parseTarget(url, this.#options);
  }

  /** Replaces one with the same id. */
  async create(given: TaskPushNotificationConfig, version: string): Promise<TaskPushNotificationConfig> {
    this.check(given);
    const { hub, onChange } = this.#options;
    const turn = await hub.turns.get(given.taskId);
    const config = { ...given, id: given.id === "" ? createId() : given.id };
    const known = await this.stored(turn.id);
    if (known.length >= A2A_PUSH_CONFIGS_MAX && known.every(({ config: { id } }) => id !== config.id)) {
      const message = `A task can have at most ${A2A_PUSH_CONFIGS_MAX} push configurations`;
      throw new ParleyError({ code: "limit_reached", message });
    }
    const value = { version, config: TaskPushNotificationConfig.toJSON(config) };
    const key = toKey(turn.id, config.id);
    await hub.store.putDocument(KIND, key, turn.sessionId, value);
    try {
      await onChange(turn.id, config.id, { config, version });
    } catch (error) {
      await hub.store.deleteDocument(KIND, key);
      throw error;
    }
    return config;
  }

  async get(taskId: string, id: string): Promise<TaskPushNotificationConfig> {
    const { hub } = this.#options;
    await hub.turns.get(taskId);
    const value = await hub.store.getDocument(KIND, toKey(taskId, id));
    if (value === undefined) throw new TaskNotFoundError(`Push configuration ${id} of task ${taskId} not found`);
    return toStored(value).config;
  }

  async list(taskId: string): Promise<TaskPushNotificationConfig[]> {
    return (await this.stored(taskId)).map(({ config }) => config);
  }

  async stored(taskId: string): Promise<StoredConfig[]> {
    const { hub } = this.#options;
    const { sessionId } = await hub.turns.get(taskId);
    const documents = await hub.store.listDocuments(KIND, sessionId);
    return documents.filter(({ id }) => id.startsWith(toKey(taskId, ""))).map(({ value }) => toStored(value));
  }

  async delete(taskId: string, id: string): Promise<void> {
    await this.#options.hub.turns.get(taskId);
    await this.#options.hub.store.deleteDocument(KIND, toKey(taskId, id));
    await this.#options.onChange(taskId, id, undefined);
  }
}

function toKey(taskId: string, id: string): string {
  return `${taskId}/${id}`;
}

function toStored(value: unknown): StoredConfig {
  const { config, version } = value as { config: unknown; version: string };
  return { config: TaskPushNotificationConfig.fromJSON(config), version };
}
