// A client that says what a test wants, over pipes or a WebSocket. It shares no code with the packages that it tests.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { WebSocket } from "ws";
import { PARLEY, type Place } from "../run-parley.ts";
import type { Served } from "../serve/served.ts";

export interface Answer {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

type Params = Readonly<Record<string, unknown>>;
type Handlers = Readonly<Record<string, (params: Params) => unknown>>;

interface Frame extends Answer {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Params;
}

export class WireClient implements AsyncDisposable {
  readonly updates: Params[] = [];
  /** Methods that the other side called. */
  readonly called: string[] = [];
  readonly #send: (line: string) => void;
  readonly #close: () => Promise<void>;
  readonly #handlers: Handlers;
  readonly #waiting = new Map<unknown, (answer: Answer) => void>();

  constructor(send: (line: string) => void, close: () => Promise<void>, handlers: Handlers) {
    this.#send = send;
    this.#close = close;
    this.#handlers = handlers;
  }

  ask(method: string, params: object): Promise<Answer> {
    const id = `client-${this.#waiting.size + 1}`;
    this.#send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  hear(line: string): void {
    const { id, method, params = {}, result, error } = JSON.parse(line) as Frame;
    if (method === undefined) return this.#waiting.get(id)?.({ ...(result && { result }), ...(error && { error }) });
    this.called.push(method);
    if (method === "session/update") this.updates.push(params["update"] as Params);
    if (id === undefined) return;
    this.#send(JSON.stringify({ jsonrpc: "2.0", id, ...this.#answer(method, params) }));
  }

  #answer(method: string, params: Params): { readonly result: unknown } | Pick<Answer, "error"> {
    const handler = this.#handlers[method];
    if (handler === undefined) return { error: { code: -32601, message: `Method not found: ${method}` } };
    try {
      return { result: handler(params) };
    } catch (error) {
      return { error: { code: -32002, message: String(error) } };
    }
  }

  /** What the agent said, and what it got as history. */
  get text(): string {
    const chunks = this.updates.filter(({ sessionUpdate }) => sessionUpdate === "agent_message_chunk");
    return chunks.map(({ content }) => (content as { readonly text?: string }).text ?? "").join("");
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }
}

/** To our own agent, as an editor starts it. */
export function connectToOwnAgent(place: Place, handlers: Handlers): WireClient {
  const child = spawn(process.execPath, [PARLEY, "agent"], {
    cwd: place.work,
    env: { ...place.env, PARLEY_MODEL: "offline/script" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const close = (): Promise<void> => {
    child.stdin.end();
    return ended;
  };
  const client = new WireClient((line) => child.stdin.write(`${line}\n`), close, handlers);
  createInterface({ input: child.stdout }).on("line", (line) => client.hear(line));
  return client;
}

/** To the server, as a page or an editor somewhere else does. */
export async function connectToServer({ url, token }: Served, handlers: Handlers): Promise<WireClient> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/acp`, { headers: { authorization: `Bearer ${token}` } });
  await new Promise<void>((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const close = (): Promise<void> => {
    socket.close();
    return closed;
  };
  const client = new WireClient((line) => socket.send(line), close, handlers);
  socket.on("message", (data: Buffer) => client.hear(data.toString("utf8")));
  return client;
}
