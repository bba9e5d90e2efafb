// An editor's client: the official SDK over a WebSocket or over HTTP, with one connection until it breaks.
import { client, type ClientConnection, type Stream } from "@agentclientprotocol/sdk";
import { createHttpStream } from "@agentclientprotocol/sdk/experimental/http-client";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { WebSocket } from "ws";
import { REQUEST_MS_MAX, TURN_MS_MAX } from "../limits.ts";
import type { Random } from "../plan/random.ts";
import type { ChunkRecord } from "../record.ts";
import type { ChaosNode } from "../world/chaos-node.ts";
import type { ChaosClient, SentPrompt, TurnState } from "./chaos-client.ts";
import { lookAtTurn, native } from "./native.ts";

type AcpWay = "websocket" | "http";

export interface AcpOptions {
  readonly name: string;
  readonly way: AcpWay;
  readonly random: Random;
  readonly chunks: ChunkRecord[];
}

interface Opened {
  readonly node: ChaosNode;
  readonly connection: ClientConnection;
  /** Those whose updates come over this connection. */
  readonly sessions: Map<string, ChunkRecord>;
}

interface Update {
  readonly sessionUpdate: string;
  readonly messageId?: string | null;
  readonly content?: { readonly type: string; readonly text?: string };
}

export class AcpClient implements ChaosClient {
  readonly #options: AcpOptions;
  #opened: Opened | undefined;
  #connections = 0;

  constructor(options: AcpOptions) {
    this.#options = options;
  }

  async createSession(node: ChaosNode, cwd: string): Promise<string> {
    const opened = await this.#open(node);
    const params = { cwd, mcpServers: [], _meta: { agent: "script" } };
    const asked = opened.connection.agent.request<{ sessionId: string }>("session/new", params);
    const { sessionId } = await this.#within(REQUEST_MS_MAX, asked);
    this.#watch(opened, sessionId);
    return sessionId;
  }

  async prompt(node: ChaosNode, { sessionId, text, key }: SentPrompt): ReturnType<ChaosClient["prompt"]> {
    const opened = await this.#open(node);
    const { agent } = opened.connection;
    if (!opened.sessions.has(sessionId)) {
      this.#watch(opened, sessionId);
      const params = { sessionId, cwd: "", mcpServers: [] };
      await this.#within(REQUEST_MS_MAX, agent.request("session/resume", params));
    }
    const prompt = [{ type: "text" as const, text }];
    const params = { sessionId, prompt, _meta: { parley: { idempotencyKey: key } } };
    const asked = agent.request<{ stopReason: string }>("session/prompt", params);
    const { stopReason } = await this.#within(TURN_MS_MAX, asked);
    return { end: stopReason === "cancelled" ? "cancelled" : "completed" };
  }

  look(node: ChaosNode, turnId: string): Promise<TurnState> {
    return lookAtTurn(node, turnId);
  }

  /** Questions are answered as they come; this is for one that no client received. */
  readonly answer: ChaosClient["answer"] = (node, turn, isAllowed) => native.answer(node, turn, isAllowed);

  async cancel(node: ChaosNode, sessionId: string): Promise<void> {
    const { connection } = await this.#open(node);
    await this.#within(REQUEST_MS_MAX, connection.agent.notify("session/cancel", { sessionId }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#drop();
  }

  /** The connection stays at its server until it breaks. */
  async #open(node: ChaosNode): Promise<Opened> {
    if (this.#opened !== undefined) return this.#opened;
    const sessions: Opened["sessions"] = new Map();
    const app = client({ name: this.#options.name })
      .onNotification("session/update", ({ params }) => note(sessions.get(params.sessionId), params.update as Update))
      .onRequest("session/request_permission", async ({ params }) => {
        const choice = this.#options.random.next();
        // It is shown, and stays open.
        if (choice > 0.85) return new Promise<never>(() => undefined);
        const kind = choice < 0.6 ? "allow_once" : "reject_once";
        const option = params.options.find((one) => one.kind === kind);
        return { outcome: { outcome: "selected" as const, optionId: option?.optionId ?? "" } };
      });
    const connection = app.connect(this.#stream(node));
    this.#opened = { node, connection, sessions };
    this.#connections += 1;
    const params = { protocolVersion: 1, clientCapabilities: {} };
    await this.#within(REQUEST_MS_MAX, connection.agent.request("initialize", params));
    return this.#opened;
  }

  #stream({ url, token }: ChaosNode): Stream {
    const headers = { authorization: `Bearer ${token}` };
    return this.#options.way === "http"
      ? createHttpStream(`${url}/acp`, { headers })
      : createWebSocketStream(`${url.replace("http", "ws")}/acp`, { WebSocket, headers });
  }

  #watch({ sessions }: Opened, sessionId: string): void {
    const record: ChunkRecord = { client: `${this.#options.name}/${this.#connections}`, sessionId, chunks: [] };
    sessions.set(sessionId, record);
    this.#options.chunks.push(record);
  }

  #drop(): void {
    this.#opened?.connection.close();
    this.#opened = undefined;
  }

  /** What fails or takes too long costs the connection: the next request opens another one, at any server. */
  async #within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms);
    });
    try {
      return await Promise.race([work, limit]);
    } catch (error) {
      work.catch(() => undefined);
      this.#drop();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

function note(record: ChunkRecord | undefined, { sessionUpdate, messageId, content }: Update): void {
  if (record === undefined || sessionUpdate !== "agent_message_chunk" || content?.type !== "text") return;
  record.chunks.push({ messageId: messageId ?? "", text: content.text ?? "" });
}
