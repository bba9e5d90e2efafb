// Calls from server to server: a method of a part of the hub, for a session that the other one owns. They have a port of their own,
// which accepts only callers with this server's key, from the shared store.
import { errorCodeOf, isObject, ParleyError, type ErrorCode, type Remedy } from "@parley/base";
import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { isIPv6 } from "node:net";
import { deserialize, serialize } from "node:v8";
import type { StoreNode } from "../api/nodes.ts";
import {
  PEER_BODY_BYTES_MAX,
  PEER_CALL_MS_MAX,
  PEER_CONNECTIONS_MAX,
  PEER_HEAD_MS_MAX,
  PEER_IDLE_MS,
} from "../node-limits.ts";

/** Of this process to all others. They wait for the next call a while, and less long than the other side keeps them. */
const CONNECTIONS = new Agent({ keepAlive: true, timeout: PEER_IDLE_MS });
const HTTP_OK = 200;

export interface PeerCall {
  readonly sessionId: string;
  readonly part: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

type PeerReply =
  | { readonly value: unknown }
  | { readonly error: { readonly code: ErrorCode; readonly message: string; readonly remedy?: Remedy | undefined } }
  /** The session is not this server's. */
  | { readonly isElsewhere: true };

/** The call did not reach its owner: it may be tried again. */
export class OwnerUnreachable extends Error {
  override readonly name = "OwnerUnreachable";
  /** The other server may have done it. */
  readonly isUncertain: boolean;

  constructor(message: string, isUncertain: boolean, cause?: unknown) {
    super(message, { cause });
    this.isUncertain = isUncertain;
  }
}

/** Rejects with the error of the other server, or with `OwnerUnreachable`. `gone`: stop waiting for it. */
export async function callPeer(
  { url, key, id }: StoreNode,
  call: PeerCall,
  gone: AbortSignal = new AbortController().signal,
): Promise<unknown> {
  if (url === undefined) throw new OwnerUnreachable(`Server ${id} is starting`, false);
  let reply: PeerReply;
  try {
    const response = await send(url, key, serialize(call), gone);
    if (response.statusCode !== HTTP_OK) {
      response.resume();
      throw new OwnerUnreachable(`Server ${id} answered ${response.statusCode}`, false);
    }
    reply = toReply(deserialize(await readWithin(response)));
  } catch (cause) {
    if (cause instanceof OwnerUnreachable) throw cause;
    const isRefused = errorCodeOf(cause) === "ECONNREFUSED";
    throw new OwnerUnreachable(`Server ${id} at ${url} cannot be reached`, !isRefused, cause);
  }
  if ("isElsewhere" in reply) throw new OwnerUnreachable(`Server ${id} does not own the session`, false);
  if ("value" in reply) return reply.value;
  throw new ParleyError({ ...reply.error, ...(reply.error.remedy && { remedy: reply.error.remedy }) } as never);
}

/** Ends with the signal, or when the call has taken too long. */
function send(url: string, key: string, body: Buffer, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, "content-length": body.length };
    const request = httpRequest(url, { method: "POST", headers, agent: CONNECTIONS, signal });
    const timer = setTimeout(() => request.destroy(new Error("The call took too long")), PEER_CALL_MS_MAX);
    request.on("response", resolve).on("error", reject);
    request.on("close", () => clearTimeout(timer));
    request.end(body);
  });
}

export interface PeerServerOptions {
  readonly host: string;
  readonly key: string;
  /** Undefined: not our session. */
  readonly answer: (call: PeerCall) => Promise<{ readonly value: unknown } | undefined>;
}

export interface PeerServer extends AsyncDisposable {
  readonly url: string;
}

export async function listenForPeers({ host, key, answer }: PeerServerOptions): Promise<PeerServer> {
  const server = createServer((request, response) => void answerCall(request, response, key, answer));
  server.maxConnections = PEER_CONNECTIONS_MAX;
  server.headersTimeout = PEER_HEAD_MS_MAX;
  server.keepAliveTimeout = PEER_IDLE_MS * 2;
  server.listen(0, host);
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function answerCall(
  request: IncomingMessage,
  response: ServerResponse,
  key: string,
  answer: PeerServerOptions["answer"],
): Promise<void> {
  try {
    if (request.method !== "POST" || !isSame(request.headers.authorization ?? "", `Bearer ${key}`)) {
      refuse(response, 401);
      return;
    }
    const call: unknown = deserialize(await readWithin(request as AsyncIterable<Buffer>));
    if (!isCall(call)) throw new Error("Not a call");
    const sent = await answer(call).then((done): PeerReply => done ?? { isElsewhere: true }, toErrorReply);
    // Before the status is sent, so that a result that cannot be serialised becomes an error of this call.
    const body = serialize(sent);
    response.writeHead(200).end(body);
  } catch {
    refuse(response, 400); // Not a call of ours.
  }
}

/** The rest of the request is not read. */
function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: "close" }).end(() => response.req.destroy());
}

function isCall(call: unknown): call is PeerCall {
  if (!isObject(call)) return false;
  const { sessionId, part, method, args } = call;
  return [sessionId, part, method].every((text) => typeof text === "string") && Array.isArray(args);
}

/** Another program may have the port of a server that ended. */
function toReply(reply: unknown): PeerReply {
  if (isObject(reply) && ("value" in reply || "isElsewhere" in reply || isObject(reply["error"]))) {
    return reply as unknown as PeerReply;
  }
  throw new Error("Not a reply");
}

function toErrorReply(error: unknown): PeerReply {
  if (error instanceof ParleyError) {
    const { code, message, remedy } = error;
    return { error: { code, message, remedy } };
  }
  return { error: { code: "store_failed", message: String(error) } };
}

async function readWithin(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > PEER_BODY_BYTES_MAX) throw new Error("The call is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
