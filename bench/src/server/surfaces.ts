// The ways a prompt reaches the server and its events come back, driven as a client would, with little work of its own.
import { once } from "node:events";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import { NeedleCounter } from "./needle-counter.ts";
import type { Address } from "./watched-server.ts";

export interface Heard {
  /** Pieces of the agent's message. */
  readonly pieces: number;
  /** When the first of them came, in milliseconds since 1970, and what it was. */
  readonly firstMs: number;
  readonly first: string;
}

export interface Conversation extends Disposable {
  /** Resolves when the turn is over. */
  prompt(text: string): Promise<Heard>;
}

export const SURFACES = ["POST /runs", "POST /reply", "/acp WebSocket"] as const;
export type SurfaceName = (typeof SURFACES)[number];

export function converse(name: SurfaceName, address: Address, agent: string): Promise<Conversation> {
  return OPENERS[name](address, agent);
}

const OPENERS: Readonly<Record<SurfaceName, (address: Address, agent: string) => Promise<Conversation>>> = {
  "POST /runs": (address, agent) =>
    openHttp(address, "/runs", '"type":"message.part"', (content, sessionId) => ({
      agent_name: agent,
      mode: "stream",
      session_id: sessionId,
      input: [{ role: "user", parts: [{ content }] }],
    })),
  "POST /reply": (address, agent) =>
    openHttp(address, "/reply", '"type":"Message"', (text, sessionId) => ({
      agent,
      session_id: sessionId,
      user_message: text,
    })),
  "/acp WebSocket": openWebSocket,
};

class Listener {
  readonly #counter: NeedleCounter;
  #first: { readonly firstMs: number; readonly first: string } | undefined;

  constructor(needle: string) {
    this.#counter = new NeedleCounter(needle);
  }

  take(chunk: Buffer): void {
    this.#counter.take(chunk);
    if (this.#first !== undefined || this.#counter.count === 0) return;
    this.#first = { firstMs: performance.timeOrigin + performance.now(), first: chunk.toString() };
  }

  heard(): Heard {
    return { pieces: this.#counter.count, ...(this.#first ?? { firstMs: Number.NaN, first: "" }) };
  }
}

/** A session first, then its turns as streams of events. */
async function openHttp(
  address: Address,
  path: string,
  needle: string,
  toBody: (prompt: string, sessionId: string) => unknown,
): Promise<Conversation> {
  const agent = new Agent({ keepAlive: true });
  const made = await post(address, agent, "/sessions", {});
  const chunks: Buffer[] = [];
  for await (const chunk of made) chunks.push(chunk as Buffer);
  const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly id: string };
  return {
    async prompt(text) {
      const listener = new Listener(needle);
      const response = await post(address, agent, path, toBody(text, id));
      response.on("data", (chunk: Buffer) => listener.take(chunk));
      await once(response, "end");
      return listener.heard();
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}

async function post({ host, port, headers }: Address, agent: Agent, path: string, body: unknown): Promise<IncomingMessage> {
  const fields = { ...headers, "Content-Type": "application/json" };
  const request = httpRequest({ host, port, agent, path, method: "POST", headers: fields });
  request.end(JSON.stringify(body));
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const { statusCode = 0 } = response;
  if (statusCode < 200 || statusCode >= 300) throw new Error(`${path} was answered with ${statusCode}`);
  return response;
}

async function openWebSocket({ host, port, headers }: Address, agent: string): Promise<Conversation> {
  const socket = new WebSocket(`ws://${host}:${port}/acp`, { headers, perMessageDeflate: false });
  await once(socket, "open");
  let [id, listener] = [0, new Listener(UPDATE)];
  const ask = (method: string, params: unknown): Promise<Record<string, unknown>> => {
    const mark = `"id":${(id += 1)}`;
    socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return new Promise((resolve, reject) => {
      const take = (data: Buffer): void => {
        // Updates are not parsed: to do so would take the server's time on a small machine.
        if (data.includes(UPDATE)) return listener.take(data);
        if (!data.includes(mark) || data.includes('"method"')) return;
        socket.off("message", take);
        const { result, error } = JSON.parse(data.toString()) as Record<string, Record<string, unknown>>;
        if (result === undefined) reject(new Error(`${method}: ${JSON.stringify(error)}`));
        else resolve(result);
      };
      socket.on("message", take);
    });
  };
  await ask("initialize", { protocolVersion: 1, clientCapabilities: {} });
  const cwd = process.cwd();
  const { sessionId } = await ask("session/new", { cwd, mcpServers: [], _meta: { parley: { agent } } });
  return {
    async prompt(text) {
      listener = new Listener(UPDATE);
      await ask("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
      return listener.heard();
    },
    [Symbol.dispose]: () => socket.terminate(),
  };
}

const UPDATE = '"agent_message_chunk"';
