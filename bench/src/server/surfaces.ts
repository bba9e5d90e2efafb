// The ways a prompt reaches the server and its events come back, driven as a client would, with little work of its own.
import { once } from "node:events";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import { NeedleCounter } from "./needle-counter.ts";
import type { Address } from "./watched-server.ts";

interface Heard {
  /** Pieces of the agent's message. */
  readonly pieces: number;
  /** What came first with the mark in it, and when, in milliseconds since 1970. */
  readonly marked?: { readonly text: string; readonly atMs: number } | undefined;
}

export interface Conversation extends Disposable {
  readonly sessionId: string;
  /** Resolves when the turn is over. */
  prompt(text: string, mark?: string): Promise<Heard>;
}

export interface Partner {
  readonly agent: string;
  readonly cwd: string;
}

export const SURFACES = ["POST /runs", "POST /reply", "/acp WebSocket"] as const;
export type SurfaceName = (typeof SURFACES)[number];

const TEXT_BYTES = 100;

/** Has the scripted agent send that many updates in a turn. */
export function toStream(updates: number): string {
  return `stream ${updates} ${TEXT_BYTES}`;
}

export function converse(name: SurfaceName, address: Address, partner: Partner): Promise<Conversation> {
  return OPENERS[name](address, partner);
}

const OPENERS: Readonly<Record<SurfaceName, (address: Address, partner: Partner) => Promise<Conversation>>> = {
  "POST /runs": (address, { agent, cwd }) =>
    openHttp(address, cwd, "/runs", '"type":"message.part"', (content, sessionId) => ({
      agent_name: agent,
      mode: "stream",
      session_id: sessionId,
      input: [{ role: "user", parts: [{ content }] }],
    })),
  "POST /reply": (address, { agent, cwd }) =>
    openHttp(address, cwd, "/reply", '"type":"Message"', (text, sessionId) => ({
      agent,
      session_id: sessionId,
      user_message: text,
    })),
  "/acp WebSocket": openWebSocket,
};

class Listener {
  readonly #counter: NeedleCounter;
  readonly #mark: string | undefined;
  #marked: Heard["marked"];

  constructor(needle: string, mark: string | undefined) {
    this.#counter = new NeedleCounter(needle);
    this.#mark = mark;
  }

  take(chunk: Buffer): void {
    this.#counter.take(chunk);
    if (this.#mark === undefined || this.#marked !== undefined || !chunk.includes(this.#mark)) return;
    this.#marked = { text: chunk.toString(), atMs: performance.timeOrigin + performance.now() };
  }

  heard(): Heard {
    return { pieces: this.#counter.count, marked: this.#marked };
  }
}

/** A session first, then its turns as streams of events. */
async function openHttp(
  address: Address,
  cwd: string,
  path: string,
  needle: string,
  toBody: (prompt: string, sessionId: string) => unknown,
): Promise<Conversation> {
  const agent = new Agent({ keepAlive: true });
  const made = await post(address, agent, "/sessions", { working_dir: cwd });
  const chunks: Buffer[] = [];
  for await (const chunk of made) chunks.push(chunk as Buffer);
  const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly id: string };
  return {
    sessionId: id,
    async prompt(text, mark) {
      const listener = new Listener(needle, mark);
      const response = await post(address, agent, path, toBody(text, id));
      response.on("data", (chunk: Buffer) => listener.take(chunk));
      await once(response, "end");
      return listener.heard();
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}

async function post(
  { host, port, headers }: Address,
  agent: Agent,
  path: string,
  body: unknown,
): Promise<IncomingMessage> {
  const fields = { ...headers, "Content-Type": "application/json" };
  const request = httpRequest({ host, port, agent, path, method: "POST", headers: fields });
  request.end(JSON.stringify(body));
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const { statusCode = 0 } = response;
  if (statusCode < 200 || statusCode >= 300) throw new Error(`${path} was answered with ${statusCode}`);
  return response;
}

async function openWebSocket({ host, port, headers }: Address, { agent, cwd }: Partner): Promise<Conversation> {
  const socket = new WebSocket(`ws://${host}:${port}/acp`, { headers, perMessageDeflate: false });
  await once(socket, "open");
  let [id, listener] = [0, new Listener(UPDATE, undefined)];
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
  const made = await ask("session/new", { cwd, mcpServers: [], _meta: { parley: { agent } } });
  const sessionId = String(made["sessionId"]);
  return {
    sessionId,
    async prompt(text, mark) {
      listener = new Listener(UPDATE, mark);
      await ask("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
      return listener.heard();
    },
    [Symbol.dispose]: () => socket.terminate(),
  };
}

const UPDATE = '"agent_message_chunk"';
