// Every method of A2A over the hub. A task is a turn, a context a session, and the log is the only truth about both.
import type {
  AgentCard,
  CancelTaskRequest,
  DeleteTaskPushNotificationConfigRequest,
  GetExtendedAgentCardRequest,
  GetTaskPushNotificationConfigRequest,
  GetTaskRequest,
  ListTaskPushNotificationConfigsRequest,
  ListTaskPushNotificationConfigsResponse,
  ListTasksRequest,
  ListTasksResponse,
  SendMessageRequest,
  StreamResponse,
  SubscribeToTaskRequest,
  Task,
  TaskPushNotificationConfig,
} from "@a2a-js/sdk";
import { RequestMalformedError, TaskNotCancelableError, UnsupportedOperationError } from "@a2a-js/sdk/errors";
import type { A2ARequestHandler, ServerCallContext } from "@a2a-js/sdk/server";
import type { Log } from "@parley/base";
import { isOver, type Hub } from "@parley/hub";
import { putSeq, readCall } from "./call.ts";
import { createAgentCard, createServerCard, type CardOptions } from "./card.ts";
import { asA2aErrors, toA2aError } from "./errors.ts";
import { followTask, type FollowOptions } from "./follow-task.ts";
import { listTasks } from "./list-tasks.ts";
import type { PushConfigs } from "./push/configs.ts";
import { readWholeTask } from "./read-task.ts";
import { ended, sendMessage, settled, type Sent } from "./send-message.ts";

export interface HandlerOptions {
  readonly hub: Hub;
  readonly log: Log;
  readonly push: PushConfigs;
  readonly card: () => Omit<CardOptions, "hub">;
}

export class HubRequestHandler implements A2ARequestHandler {
  readonly #options: HandlerOptions;

  constructor(options: HandlerOptions) {
    this.#options = options;
  }

  getAgentCard(): Promise<AgentCard> {
    return this.#run(() => createServerCard({ hub: this.#hub, ...this.#options.card() }));
  }

  getAuthenticatedExtendedAgentCard(
    params: GetExtendedAgentCardRequest,
    context: ServerCallContext,
  ): Promise<AgentCard> {
    const options = { hub: this.#hub, ...this.#options.card(), isExtended: true };
    const agent = readCall(context).endpoint ?? params.tenant;
    return this.#run(() => (agent === "" ? createServerCard(options) : createAgentCard(options, agent)));
  }

  sendMessage(params: SendMessageRequest, context: ServerCallContext): Promise<Task> {
    return this.#run(async () => {
      const sent = await this.#send(params, context);
      const { returnImmediately = false, historyLength } = params.configuration ?? {};
      if (!returnImmediately) await settled(this.#hub, sent, readCall(context).signal);
      return readWholeTask(this.#hub, sent.turn.id, { historyLength });
    });
  }

  async *sendMessageStream(
    params: SendMessageRequest,
    context: ServerCallContext,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    const { turn } = await this.#run(() => this.#send(params, context));
    const historyLength = params.configuration?.historyLength;
    yield* this.#follow({ turnId: turn.id, historyLength, signal: readCall(context).signal }, context);
  }

  getTask(params: GetTaskRequest, _context: ServerCallContext): Promise<Task> {
    const { historyLength } = params;
    if (historyLength !== undefined && historyLength < 0) {
      throw new RequestMalformedError("historyLength must not be negative");
    }
    return this.#run(() => readWholeTask(this.#hub, requireId(params.id), { historyLength }));
  }

  listTasks(params: ListTasksRequest, context: ServerCallContext): Promise<ListTasksResponse> {
    return this.#run(() => listTasks(this.#hub, params, readCall(context).endpoint));
  }

  /** A task that is already cancelled is returned as it is. */
  cancelTask(params: CancelTaskRequest, context: ServerCallContext): Promise<Task> {
    return this.#run(async () => {
      const { turns } = this.#hub;
      const turn = await turns.get(requireId(params.id));
      if (isOver(turn) && turn.state !== "cancelled") {
        throw new TaskNotCancelableError(`Task ${turn.id} is already ${turn.state}`);
      }
      if (turn.state !== "cancelled") {
        if (turn.state !== "cancelling") await turns.cancel(turn.id);
        await ended(this.#hub, turn, readCall(context).signal);
      }
      return readWholeTask(this.#hub, turn.id);
    });
  }

  async *resubscribe(
    params: SubscribeToTaskRequest,
    context: ServerCallContext,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    const { after, signal } = readCall(context);
    const turn = await this.#run(() => this.#hub.turns.get(requireId(params.id)));
    if (isOver(turn) && after === undefined) {
      throw new UnsupportedOperationError(`Task ${turn.id} has ended; use GetTask instead`);
    }
    // A subscription is for the whole task: it outlasts the questions on the way.
    yield* this.#follow({ turnId: turn.id, after, signal, isPatient: true }, context);
  }

  createTaskPushNotificationConfig(
    params: TaskPushNotificationConfig,
    context: ServerCallContext,
  ): Promise<TaskPushNotificationConfig> {
    return this.#run(() => this.#options.push.create(params, readCall(context).version));
  }

  getTaskPushNotificationConfig(
    params: GetTaskPushNotificationConfigRequest,
    _context: ServerCallContext,
  ): Promise<TaskPushNotificationConfig> {
    return this.#run(() => this.#options.push.get(params.taskId, params.id));
  }

  listTaskPushNotificationConfigs(
    params: ListTaskPushNotificationConfigsRequest,
    _context: ServerCallContext,
  ): Promise<ListTaskPushNotificationConfigsResponse> {
    return this.#run(async () => ({ configs: await this.#options.push.list(params.taskId), nextPageToken: "" }));
  }

  deleteTaskPushNotificationConfig(
    params: DeleteTaskPushNotificationConfigRequest,
    _context: ServerCallContext,
  ): Promise<void> {
    return this.#run(() => this.#options.push.delete(params.taskId, params.id));
  }

  #run<Result>(run: () => Promise<Result>): Promise<Result> {
    return asA2aErrors(this.#options.log, run);
  }

  get #hub(): Hub {
    return this.#options.hub;
  }

  async #send(params: SendMessageRequest, context: ServerCallContext): Promise<Sent> {
    const { caller, endpoint, version } = readCall(context);
    const config = params.configuration?.taskPushNotificationConfig;
    // Before the turn starts: no turn should run if the URL is refused.
    if (config !== undefined) this.#options.push.check(config);
    const sent = await sendMessage(this.#hub, params, { caller, endpoint });
    if (config !== undefined) await this.#options.push.create({ ...config, taskId: sent.turn.id }, version);
    return sent;
  }

  async *#follow(options: FollowOptions, context: ServerCallContext): AsyncGenerator<StreamResponse, void, undefined> {
    try {
      for await (const batch of followTask(this.#hub, options)) {
        for (const { response, seq } of batch) {
          putSeq(context, seq);
          yield response;
        }
      }
    } catch (error) {
      throw toA2aError(error, this.#options.log);
    }
  }
}

/** The older version is passed on as it came. */
function requireId(id: string | null | undefined): string {
  if (id === "" || id === undefined || id === null) throw new RequestMalformedError("id is required");
  return id;
}
