// A remote agent for tests, built with the SDK's server; the message says what it does.
import { Role, TaskState, type AgentCard, type Message, type Part, type TaskStatus } from "@a2a-js/sdk";
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
  type AgentExecutor,
  type ExecutionEventBus,
  type RequestContext,
} from "@a2a-js/sdk/server";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface SdkAgent extends AsyncDisposable {
  readonly url: string;
  /** The messages it received. */
  readonly messages: readonly Message[];
  /** Cancels all of its tasks, as another client could. */
  cancelAll(): Promise<void>;
  /** Cuts the next stream after this many events. */
  cutAfter(events: number): void;
}

export async function openSdkAgent(options: { readonly streaming?: boolean } = {}): Promise<SdkAgent> {
  const { streaming = true } = options;
  const executor = new ScriptedExecutor();
  let cut = Number.POSITIVE_INFINITY;
  const server = createServer((request, response) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    if (request.method === "GET") {
      const isCard = request.url === "/deep/.well-known/agent-card.json";
      response.writeHead(isCard ? 200 : 404).end(isCard ? JSON.stringify(createCard(url, streaming)) : "");
      return;
    }
    const at = cut;
    cut = Number.POSITIVE_INFINITY;
    void answer(handler, request, response, at);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const methods = new DefaultRequestHandler(createCard(url, streaming), new InMemoryTaskStore(), executor);
  const handler = new JsonRpcTransportHandler(methods);
  return {
    url: `${url}/deep`,
    messages: executor.messages,
    cancelAll: async () => {
      const context = new ServerCallContext({ requestedVersion: "1.0" });
      for (const { taskId } of executor.messages) {
        await methods.cancelTask({ tenant: "", id: taskId, metadata: undefined }, context);
      }
    },
    cutAfter: (events) => {
      cut = events;
    },
    [Symbol.asyncDispose]: async () => {
      executor.release();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  handler: JsonRpcTransportHandler,
  request: IncomingMessage,
  response: ServerResponse,
  cutAfter: number,
): Promise<void> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  const result = await handler.handle(text, new ServerCallContext({ requestedVersion: "1.0" }));
  if (!(Symbol.asyncIterator in result)) {
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(result));
    return;
  }
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  let sent = 0;
  try {
    for await (const event of result) {
      await new Promise((resolve) => response.write(`data: ${JSON.stringify(event)}\n\n`, resolve));
      sent += 1;
      if (sent >= cutAfter) response.destroy();
    }
    response.end();
  } catch (error) {
    // This is how the SDK's own handlers report it.
    const failure = { jsonrpc: "2.0", id: idOf(text), error: JsonRpcTransportHandler.mapToJSONRPCError(error) };
    response.end(`event: error\ndata: ${JSON.stringify(failure)}\n\n`);
  }
}

function idOf(text: string): unknown {
  return (JSON.parse(text) as { id: unknown }).id;
}

class ScriptedExecutor implements AgentExecutor {
  readonly messages: Message[] = [];
  readonly #waiting = new Map<string, () => void>();

  execute = async (context: RequestContext, bus: ExecutionEventBus): Promise<void> => {
    const { taskId, contextId, userMessage, task } = context;
    this.messages.push(userMessage);
    const words = userMessage.parts.map(({ content }) => (content?.$case === "text" ? content.value : "")).join("");
    if (words === "just a message") {
      bus.publish(AgentEvent.message(say({ taskId: "", contextId }, "only this")));
      return;
    }
    const ids = { taskId, contextId };
    const status = (state: TaskState, text?: string): void =>
      bus.publish(AgentEvent.statusUpdate({ ...ids, status: toStatus(ids, state, text), metadata: undefined }));
    const submitted = toStatus(ids, TaskState.TASK_STATE_SUBMITTED);
    const history = [...(task?.history ?? []), userMessage];
    const started = { id: taskId, contextId, status: submitted, artifacts: [], history, metadata: undefined };
    bus.publish(AgentEvent.task(started));
    status(TaskState.TASK_STATE_WORKING, "looking around");
    const artifact = (text: string, append: boolean): void => {
      const piece = {
        artifactId: "a1",
        name: "answer",
        description: "",
        parts: [toPart(text)],
        metadata: undefined,
        extensions: [],
      };
      bus.publish(
        AgentEvent.artifactUpdate({ ...ids, artifact: piece, append, lastChunk: false, metadata: undefined }),
      );
    };
    if (words === "wait" || words === "finish anyway") {
      await new Promise<void>((resolve) => this.#waiting.set(taskId, resolve));
      return status(words === "wait" ? TaskState.TASK_STATE_CANCELED : TaskState.TASK_STATE_COMPLETED);
    }
    if (words === "fail") return status(TaskState.TASK_STATE_FAILED, "out of luck");
    if (words === "refuse") return status(TaskState.TASK_STATE_REJECTED, "not that");
    if (words === "sign in") return status(TaskState.TASK_STATE_AUTH_REQUIRED, "who are you?");
    if (words === "ask") return status(TaskState.TASK_STATE_INPUT_REQUIRED, "which colour?");
    artifact("one ", false);
    artifact("two ", true);
    artifact(`(${words})`, true);
    status(TaskState.TASK_STATE_COMPLETED);
  };

  cancelTask = (taskId: string, bus: ExecutionEventBus): Promise<void> => {
    const waiting = this.#waiting.get(taskId);
    if (waiting !== undefined) waiting();
    else {
      const contextId = this.messages.find((message) => message.taskId === taskId)?.contextId ?? "";
      const status = toStatus({ taskId, contextId }, TaskState.TASK_STATE_CANCELED);
      bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status, metadata: undefined }));
      bus.finished();
    }
    return Promise.resolve();
  };

  release(): void {
    for (const resolve of this.#waiting.values()) resolve();
  }
}

interface Ids {
  readonly taskId: string;
  readonly contextId: string;
}

function toStatus(ids: Ids, state: TaskState, text?: string): TaskStatus {
  return { state, message: text === undefined ? undefined : say(ids, text), timestamp: new Date().toISOString() };
}

function say({ taskId, contextId }: Ids, text: string): Message {
  return {
    messageId: crypto.randomUUID(),
    contextId,
    taskId,
    role: Role.ROLE_AGENT,
    parts: [toPart(text)],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
}

function toPart(text: string): Part {
  return { content: { $case: "text", value: text }, metadata: undefined, filename: "", mediaType: "" };
}

function createCard(url: string, streaming: boolean): AgentCard {
  return {
    name: "Far Agent",
    description: "It is elsewhere",
    supportedInterfaces: [{ url: `${url}/rpc`, protocolBinding: "JSONRPC", tenant: "", protocolVersion: "1.0" }],
    provider: undefined,
    version: "1",
    capabilities: { streaming, pushNotifications: false, extensions: [] },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [
      {
        id: "s",
        name: "Paint",
        description: "",
        tags: [],
        examples: [],
        inputModes: [],
        outputModes: [],
        securityRequirements: [],
      },
    ],
    signatures: [],
  };
}
