// The SDK's own client against a server of a test.
import { Role, TaskState, type Part, type SendMessageRequest, type StreamResponse, type Task } from "@a2a-js/sdk";
import {
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
  type Client,
} from "@a2a-js/sdk/client";

export type Binding = "JSONRPC" | "HTTP+JSON";

export interface Reached {
  readonly url: string;
  readonly token: string;
}

/** By the card of the server, or of one of its agents. */
export function connect({ url, token }: Reached, binding: Binding, path?: string): Promise<Client> {
  const fetchImpl: typeof fetch = (input, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  };
  const transport =
    binding === "JSONRPC" ? new JsonRpcTransportFactory({ fetchImpl }) : new RestTransportFactory({ fetchImpl });
  const cardResolver = new DefaultAgentCardResolver({ fetchImpl });
  return new ClientFactory({ transports: [transport], cardResolver }).createFromUrl(url, path);
}

export function say(text: string, more: Partial<NonNullable<SendMessageRequest["message"]>> = {}): SendMessageRequest {
  return {
    tenant: "",
    message: {
      messageId: crypto.randomUUID(),
      contextId: "",
      taskId: "",
      role: Role.ROLE_USER,
      parts: [toTextPart(text)],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
      ...more,
    },
    configuration: undefined,
    metadata: { agent: "script" },
  };
}

export function toTextPart(text: string): Part {
  return { content: { $case: "text", value: text }, metadata: undefined, filename: "", mediaType: "" };
}

export function asTask(result: object): Task {
  if (!("artifacts" in result)) throw new Error("a message came where a task was expected");
  return result as Task;
}

/** What the agent said. */
export function textOf(task: Pick<Task, "artifacts">): string {
  return task.artifacts.flatMap(({ name, parts }) => (name === "message" ? parts.map(textOfPart) : [])).join("");
}

function textOfPart({ content }: Part): string {
  return content?.$case === "text" ? content.value : "";
}

/** The states that a stream went through, each once. */
export function statesOf(responses: readonly StreamResponse[]): string[] {
  const states = responses.flatMap(({ payload }) => {
    if (payload?.$case !== "task" && payload?.$case !== "statusUpdate") return [];
    return payload.value.status === undefined ? [] : [TaskState[payload.value.status.state]];
  });
  return states.filter((state, index) => state !== states[index - 1]);
}

/** What the agent said, put together from the pieces of a stream. */
export function textOfStream(responses: readonly StreamResponse[]): string {
  return responses
    .map(({ payload }) => {
      if (payload?.$case === "task") return textOf(payload.value);
      if (payload?.$case !== "artifactUpdate" || payload.value.artifact?.name !== "message") return "";
      return payload.value.artifact.parts.map(textOfPart).join("");
    })
    .join("");
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
