// Calls from server to server: a method of a part of the hub, for a session that the other one owns. They have a port of their own,
// which accepts only callers with this server's key, from the shared store.
import { errorCodeOf, ParleyError, type ErrorCode, type Remedy } from "@parley/base";
import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isIPv6 } from "node:net";
import { deserialize, serialize } from "node:v8";
import type { StoreNode } from "../api/nodes.ts";
import { PEER_BODY_BYTES_MAX, PEER_CALL_MS_MAX } from "../node-limits.ts";

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

/** Rejects with the error of the other server, or with `OwnerUnreachable`. */
export async function callPeer({ url, key, id }: StoreNode, call: PeerCall): Promise<unknown> {
  if (url === undefined) throw new OwnerUnreachable(`Server ${id} is starting`, false);
  let reply: PeerReply;
  try {
    const signal = AbortSignal.timeout(PEER_CALL_MS_MAX);
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(url, { method: "POST", headers, body: serialize(call), signal });
    if (!response.ok) throw new OwnerUnreachable(`Server ${id} answered ${response.status}`, false);
    reply = deserialize(Buffer.from(await response.arrayBuffer())) as PeerReply;
  } catch (cause) {
    if (cause instanceof OwnerUnreachable) throw cause;
    const isRefused = cause instanceof Error && errorCodeOf(cause.cause) === "ECONNREFUSED";
    throw new OwnerUnreachable(`Server ${id} at ${url} cannot be reached`, !isRefused, cause);
  }
  if ("isElsewhere" in reply) throw new OwnerUnreachable(`Server ${id} does not own the session`, false);
  if ("value" in reply) return reply.value;
  throw new ParleyError({ ...reply.error, ...(reply.error.remedy && { remedy: reply.error.remedy }) } as never);
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
      response.writeHead(401).end();
      return;
    }
    const call = deserialize(await readBody(request)) as PeerCall;
    const sent = await answer(call).then((done): PeerReply => done ?? { isElsewhere: true }, toErrorReply);
    response.writeHead(200).end(serialize(sent));
  } catch {
    response.writeHead(400).end(); // Not a call of ours.
  }
}

function toErrorReply(error: unknown): PeerReply {
  if (error instanceof ParleyError) {
    const { code, message, remedy } = error;
    return { error: { code, message, remedy } };
  }
  return { error: { code: "store_failed", message: String(error) } };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
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
