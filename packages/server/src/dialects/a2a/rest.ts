// The HTTP+JSON binding: one path per method, also for one agent by name.
import {
  A2A_CONTENT_TYPE,
  AgentCard,
  ListTaskPushNotificationConfigsResponse,
  ListTasksResponse,
  SendMessageResponse,
  StreamResponse,
  Task,
  TaskPushNotificationConfig,
  TaskState,
  taskStateFromJSON,
} from "@a2a-js/sdk";
import { RequestMalformedError, restStatusFor, toRestErrorBody } from "@a2a-js/sdk/errors";
import type { ServerCallContext } from "@a2a-js/sdk/server";
import type { Context } from "hono";
import type { ServerApp, ServerEnv } from "../../http/dialect.ts";
import type { ServerSentEvent } from "../../http/event-stream.ts";
import { createContext, takeSeq } from "./call.ts";
import { PROTOCOL_VERSION } from "./card.ts";
import type { BindingOptions } from "./json-rpc.ts";
import { checkVersion, readRequest, readVersion } from "./read-call.ts";
import {
  readBody,
  readConfigIds,
  readCount,
  readMessage,
  readTaskId,
  readVerb,
  type RestCall,
} from "./rest-reading.ts";
import { answerWithStream } from "./streaming.ts";

type Handle = (call: RestCall) => Promise<Response>;

/**
 * `base`: the prefix of the spec's paths; they are also mounted with a tenant before them, unless other routes have
 * such paths.
 */
export function mountRest(
  app: ServerApp,
  base: string,
  options: BindingOptions & { readonly hasTenants: boolean },
): void {
  const bases = options.hasTenants ? [base, `${base}/:tenant`] : [base];
  for (const [method, path, handle] of [...createTaskRoutes(options), ...createPushRoutes(options)]) {
    for (const at of bases) app.on(method, `${at}${path}`, (c) => answer(c, options, handle));
  }
}

type Route = readonly [method: string, path: string, handle: Handle];

function createTaskRoutes(options: BindingOptions): readonly Route[] {
  const { handler } = options;
  const stream = (call: RestCall, events: AsyncGenerator<StreamResponse, void, undefined>): Promise<Response> =>
    answerWithStream({
      context: call.c,
      openEventStream: options.openEventStream,
      events: toEvents(events, call.context),
      stop: call.stop,
      toErrorEvent: (error) => ({ event: "error", data: JSON.stringify(toErrorBody(error).body) }),
    });
  const send: Handle = async (call) => {
    const value = await handler.sendMessage(await readMessage(call), call.context);
    return json(SendMessageResponse.toJSON({ payload: { $case: "task", value } }));
  };
  const sendStreaming: Handle = async (call) =>
    stream(call, handler.sendMessageStream(await readMessage(call), call.context));
  const subscribe: Handle = (call) =>
    stream(call, handler.resubscribe({ tenant: call.tenant, id: readVerb(call, "subscribe") }, call.context));
  const get: Handle = async (call) => {
    const historyLength = readCount(call.c, "historyLength");
    const request = { tenant: call.tenant, id: readTaskId(call), historyLength };
    return json(Task.toJSON(await handler.getTask(request, call.context)));
  };
  const cancel: Handle = async (call) => {
    const request = { tenant: call.tenant, id: readVerb(call, "cancel"), metadata: undefined };
    return json(Task.toJSON(await handler.cancelTask(request, call.context)));
  };
  const getCard: Handle = async ({ tenant, context }) =>
    json(AgentCard.toJSON(await handler.getAuthenticatedExtendedAgentCard({ tenant }, context)));
  return [
    ["POST", "/message:send", send],
    ["POST", "/message:stream", sendStreaming],
    ["GET", "/extendedAgentCard", getCard],
    ["GET", "/tasks", (call) => listTasks(call, options)],
    ["GET", "/tasks/:task", (call) => (isSubscribe(call) ? subscribe(call) : get(call))],
    ["POST", "/tasks/:task", (call) => (isSubscribe(call) ? subscribe(call) : cancel(call))],
  ];
}

function createPushRoutes({ handler }: BindingOptions): readonly Route[] {
  const path = "/tasks/:task/pushNotificationConfigs";
  const create: Handle = async (call) => {
    const fields = { ...(await readBody(call.c)), taskId: readTaskId(call), tenant: call.tenant };
    const config = TaskPushNotificationConfig.fromJSON(fields);
    const created = await handler.createTaskPushNotificationConfig(config, call.context);
    return json(TaskPushNotificationConfig.toJSON(created), 201);
  };
  const list: Handle = async (call) => {
    const request = { tenant: call.tenant, taskId: readTaskId(call), pageSize: 0, pageToken: "" };
    const listed = await handler.listTaskPushNotificationConfigs(request, call.context);
    return json(ListTaskPushNotificationConfigsResponse.toJSON(listed));
  };
  const get: Handle = async (call) => {
    const config = await handler.getTaskPushNotificationConfig(readConfigIds(call), call.context);
    return json(TaskPushNotificationConfig.toJSON(config));
  };
  const remove: Handle = async (call) => {
    await handler.deleteTaskPushNotificationConfig(readConfigIds(call), call.context);
    return new Response(null, { status: 204 });
  };
  return [
    ["POST", path, create],
    ["GET", path, list],
    ["GET", `${path}/:config`, get],
    ["DELETE", `${path}/:config`, remove],
  ];
}

async function answer(c: Context<ServerEnv>, options: BindingOptions, handle: Handle): Promise<Response> {
  try {
    const version = readVersion(c);
    checkVersion(version, [PROTOCOL_VERSION]);
    const { call, stop } = readRequest(c, { version, draining: options.draining });
    return await handle({
      c,
      context: createContext(call),
      stop,
      tenant: c.req.param("tenant") ?? c.req.query("tenant") ?? "",
    });
  } catch (error) {
    const { body, status } = toErrorBody(error);
    return json(body, status);
  }
}

function isSubscribe(call: RestCall): boolean {
  return readTaskId(call).endsWith(":subscribe");
}

async function listTasks({ c, context, tenant }: RestCall, { handler }: BindingOptions): Promise<Response> {
  const query = (name: string): string => c.req.query(name) ?? "";
  const status = query("status");
  const state = status === "" ? TaskState.TASK_STATE_UNSPECIFIED : taskStateFromJSON(status);
  if (state === TaskState.UNRECOGNIZED) throw new RequestMalformedError(`status: ${status} is not a task state`);
  const includeArtifacts = query("includeArtifacts") === "true";
  const response = await handler.listTasks(
    {
      tenant,
      contextId: query("contextId"),
      status: state,
      pageSize: readCount(c, "pageSize"),
      pageToken: query("pageToken"),
      historyLength: readCount(c, "historyLength"),
      statusTimestampAfter: c.req.query("statusTimestampAfter"),
      includeArtifacts,
    },
    context,
  );
  // The spec requires these fields even if they are empty.
  const { tasks, nextPageToken, pageSize, totalSize } = response;
  const listed = ListTasksResponse.toJSON(response) as { tasks?: unknown[] };
  return json({ tasks: tasks.length === 0 ? [] : listed.tasks, nextPageToken, pageSize, totalSize });
}

async function* toEvents(
  responses: AsyncGenerator<StreamResponse, void, undefined>,
  context: ServerCallContext,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  for await (const response of responses) {
    yield { data: JSON.stringify(StreamResponse.toJSON(response)), id: takeSeq(context) };
  }
}

function toErrorBody(error: unknown): { body: unknown; status: number } {
  const status = restStatusFor(error);
  return { body: toRestErrorBody(error, status), status };
}

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": A2A_CONTENT_TYPE } });
}
