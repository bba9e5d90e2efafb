// The port for other servers: it accepts only callers with this server's key, from the shared store.
import { ParleyError } from "@parley/base";
import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isIPv6 } from "node:net";
import type { Duplex } from "node:stream";
import type { WebSocket as Socket } from "ws";
import {
  PEER_CALLS_MAX,
  PEER_CONNECTIONS_MAX,
  PEER_HEAD_MS_MAX,
  PEER_IDLE_MS,
  PEER_MESSAGE_BYTES_MAX,
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
    maxPayload: PEER_MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
  });
  const server = createServer((_request, response) => refuse(response));
  server.maxConnections = PEER_CONNECTIONS_MAX;
  server.headersTimeout = PEER_HEAD_MS_MAX;
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    if (!isSame(request.headers.authorization ?? "", `Bearer ${key}`)) refuseUpgrade(socket);
    else sockets.handleUpgrade(request, socket, head, (accepted) => new Caller(accepted, answer));
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
  readonly #socket: Socket;
  readonly #answer: AnswerPeer;
  readonly #timer: NodeJS.Timeout;
  #calls = 0;
  /** Times that it was looked at since it was heard. */
  #silent = 0;

  constructor(socket: Socket, answer: AnswerPeer) {
    this.#socket = socket;
    this.#answer = answer;
    // Callers ping while they wait, and close a connection that they do not use.
    this.#timer = setInterval(() => this.#check(), PEER_IDLE_MS).unref();
    socket.on("ping", () => (this.#silent = 0));
    socket.on("message", (message) => void this.#heard(message as Buffer));
    socket.on("error", () => socket.terminate());
    socket.on("close", () => clearInterval(this.#timer));
  }

  async #heard(message: Buffer): Promise<void> {
    this.#silent = 0;
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
      if (this.#calls > PEER_CALLS_MAX) {
        throw new ParleyError({ code: "limit_reached", message: `More than ${PEER_CALLS_MAX} calls of one server` });
      }
      return (await this.#answer(call)) ?? { isElsewhere: true };
    } catch (error) {
      return toErrorReply(error);
    }
  }

  #send(id: number, reply: PeerReply): void {
    let message: Buffer;
    try {
      message = encode(id, reply);
    } catch (error) {
      // What cannot be sent is an error of this call alone.
      message = encode(id, toErrorReply(error));
    }
    if (this.#socket.bufferedAmount > PEER_MESSAGE_BYTES_MAX) this.#socket.terminate();
    else this.#socket.send(message, () => undefined); // It was closed meanwhile.
  }

  #check(): void {
    this.#silent += 1;
    if (this.#silent > 2) this.#socket.terminate();
  }
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
