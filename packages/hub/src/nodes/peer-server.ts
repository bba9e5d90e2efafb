// The port for other servers: it accepts only callers with this server's key, from the shared store.
import { ParleyError } from "@parley/base";
import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isIPv6, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import {
  PEER_CALLS_MAX,
  PEER_CONNECTIONS_MAX,
  PEER_HEAD_CHECK_MS,
  PEER_HEAD_MS_MAX,
  PEER_IDLE_MS,
  PEER_MESSAGE_BYTES_MAX,
  PEER_QUEUE_BYTES_MAX,
  PEER_WRITE_BYTES,
} from "../node-limits.ts";
import { decodeCall, encode, toErrorReply, type PeerCall, type PeerReply } from "./peer-messages.ts";

/** Undefined: not our session. */
export type AnswerPeer = (call: PeerCall) => Promise<{ readonly value: unknown } | undefined>;

export interface PeerServerOptions {
  readonly host: string;
  readonly key: string;
  readonly answer: AnswerPeer;
}

export interface PeerServer extends AsyncDisposable {
  readonly url: string;
}

export async function listenForPeers({ host, key, answer }: PeerServerOptions): Promise<PeerServer> {
  const { WebSocketServer } = await import("ws");
  const sockets = new WebSocketServer({
    noServer: true,
    autoPong: false,
    maxPayload: PEER_MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
  });
  const times = { headersTimeout: PEER_HEAD_MS_MAX, connectionsCheckingInterval: PEER_HEAD_CHECK_MS };
  const server = createServer(times, (_request, response) => refuse(response));
  server.maxConnections = PEER_CONNECTIONS_MAX;
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    if (!isSame(request.headers.authorization ?? "", `Bearer ${key}`)) refuseUpgrade(socket);
    else sockets.handleUpgrade(request, socket, head, (accepted) => new Caller(accepted, socket, answer));
  });
  sockets.on("wsClientError", (_error, socket) => refuseUpgrade(socket));
  server.listen(0, host);
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      for (const socket of sockets.clients) socket.terminate();
      await once(server, "close");
    },
  };
}

/** Another server. Its calls are answered as they are done, not in order. */
class Caller {
  readonly #socket: WebSocket;
  /** What is below it. */
  readonly #wire: Socket;
  readonly #answer: AnswerPeer;
  readonly #timer: NodeJS.Timeout;
  /** Replies that wait until those before them are written. */
  readonly #queue: Buffer[] = [];
  #queuedBytes = 0;
  #calls = 0;
  #read = 0;
  /** Times that it was looked at since anything came from it. */
  #silent = 0;

  constructor(socket: WebSocket, wire: Socket, answer: AnswerPeer) {
    this.#socket = socket;
    this.#wire = wire;
    this.#answer = answer;
    // Callers ping while they wait, and close a connection that they do not use.
    this.#timer = setInterval(() => this.#check(), PEER_IDLE_MS).unref();
    socket.on("ping", (data) => this.#pong(data));
    socket.on("message", (message) => void this.#heard(message as Buffer));
    socket.on("error", () => socket.terminate());
    socket.on("close", () => clearInterval(this.#timer));
  }

  async #heard(message: Buffer): Promise<void> {
    try {
      const { id, call } = decodeCall(message);
      this.#calls += 1;
      const reply = await this.#reply(call);
      this.#calls -= 1;
      this.#send(id, reply);
    } catch {
      this.#socket.terminate(); // Not a call of ours.
    }
  }

  async #reply(call: PeerCall): Promise<PeerReply> {
    try {
      if (this.#calls > PEER_CALLS_MAX) throw tooMany();
      return (await this.#answer(call)) ?? { isElsewhere: true };
    } catch (error) {
      return toErrorReply(error);
    }
  }

  #send(id: number, reply: PeerReply): void {
    let message: Buffer;
    try {
      message = encode(id, reply);
      if (this.#queuedBytes + message.length > PEER_QUEUE_BYTES_MAX) throw tooMany();
    } catch (error) {
      // What cannot be sent is an error of this call alone.
      message = encode(id, toErrorReply(error));
    }
    this.#queue.push(message);
    this.#queuedBytes += message.length;
    this.#write();
  }

  #write(): void {
    while (this.#socket.readyState === this.#socket.OPEN && this.#socket.bufferedAmount < PEER_WRITE_BYTES) {
      const message = this.#queue.shift();
      if (message === undefined) return;
      this.#queuedBytes -= message.length;
      this.#socket.send(message, () => this.#write());
    }
  }

  /** Not to one that does not read. */
  #pong(data: Buffer): void {
    if (this.#socket.bufferedAmount < PEER_WRITE_BYTES) this.#socket.pong(data);
  }

  #check(): void {
    if (this.#wire.bytesRead !== this.#read) this.#silent = 0;
    this.#read = this.#wire.bytesRead;
    this.#silent += 1;
    if (this.#silent > 2) this.#socket.terminate();
  }
}

function tooMany(): ParleyError {
  return new ParleyError({ code: "limit_reached", message: "Too many calls of one server at a time" });
}

/** The rest of the request is not read. */
function refuse(response: ServerResponse): void {
  response.writeHead(401, { connection: "close" }).end(() => response.req.destroy());
}

function refuseUpgrade(socket: Duplex): void {
  socket.end("HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n", () => socket.destroy());
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
