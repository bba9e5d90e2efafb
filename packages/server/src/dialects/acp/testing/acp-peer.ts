// A client for tests that keeps everything it hears and says exactly what it is told, over either transport.
import { isObject } from "@parley/base";
import { type Message, type RequestId, type Transport } from "@parley/rpc";
import { connectHttp } from "@parley/rpc/http";
import { connectWebSocket } from "@parley/rpc/websocket";

export type Heard = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, unknown>>;

export interface AcpPeer {
  readonly transport: Transport;
  readonly heard: readonly Heard[];
  readonly isClosed: Promise<void>;
  send(message: Fields): void;
  /** The result; rejects with the error of the answer. */
  ask(method: string, params?: Fields): Promise<Fields>;
  /** The first message that fits, there or still to come. */
  find(fits: (message: Heard) => boolean): Promise<Heard>;
  /** A request or notification of that method. */
  called(method: string): Promise<Heard & { readonly id: RequestId; readonly params: Fields }>;
  /** Updates of one kind, their texts put together. */
  text(kind: string): string;
}

export interface Target {
  readonly url: string;
  readonly token: string;
}

export const TRANSPORTS: readonly [string, (target: Target) => Promise<Transport>][] = [
  ["HTTP", ({ url, token }) => Promise.resolve(connectHttp(`${url}/acp`, { headers: authorization(token) }))],
  [
    "WebSocket",
    ({ url, token }) => connectWebSocket(`${url.replace("http", "ws")}/acp`, { headers: authorization(token) }),
  ],
];

export function authorization(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** Connected and initialized. */
export async function createAcpPeer(
  transport: Transport,
  clientCapabilities: Fields = {},
  more: Fields = {},
): Promise<AcpPeer> {
  const peer = createPeer(transport);
  const clientInfo = { name: "tests", version: "1" };
  await peer.ask("initialize", { protocolVersion: 1, clientCapabilities, clientInfo, ...more });
  return peer;
}

function createPeer(transport: Transport): AcpPeer {
  const heard: Heard[] = [];
  const looking = new Set<(message: Heard) => void>();
  let nextId = 0;
  const isClosed = new Promise<void>((resolve) => {
    transport.open({
      message(value) {
        const message = isObject(value) ? value : { value };
        heard.push(message);
        for (const look of looking) look(message);
      },
      malformed: (input) => heard.push({ malformed: input }),
      closed: () => resolve(),
    });
  });
  const find: AcpPeer["find"] = (fits) => {
    const known = heard.find(fits);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve) => {
      const look = (message: Heard): void => {
        if (!fits(message)) return;
        looking.delete(look);
        resolve(message);
      };
      looking.add(look);
    });
  };
  const send = (message: Fields): void => void transport.send({ jsonrpc: "2.0", ...message } as Message);
  return {
    transport,
    heard,
    isClosed,
    send,
    find,
    called: (method) => find((message) => message["method"] === method) as ReturnType<AcpPeer["called"]>,
    async ask(method, params = {}) {
      const id = `ask-${(nextId += 1)}`;
      send({ id, method, params });
      const answer = await find((message) => message["id"] === id && message["method"] === undefined);
      if (answer["error"] !== undefined) throw Object.assign(new Error("answered with an error"), answer["error"]);
      return answer["result"] as Fields;
    },
    text: (kind) => heard.map((message) => textOf(message, kind)).join(""),
  };
}

export function isUpdate(message: Heard, kind: string): boolean {
  return updateOf(message)?.["sessionUpdate"] === kind;
}

export function updateOf({ method, params }: Heard): Fields | undefined {
  const update = method === "session/update" && isObject(params) ? params["update"] : undefined;
  return isObject(update) ? update : undefined;
}

/** The place in the log that an update names. */
export function seqOf({ params }: Heard): number {
  const meta = isObject(params) ? params["_meta"] : undefined;
  const own = isObject(meta) ? meta["parley"] : undefined;
  return isObject(own) && typeof own["seq"] === "number" ? own["seq"] : 0;
}

function textOf(message: Heard, kind: string): string {
  const content = isUpdate(message, kind) ? updateOf(message)?.["content"] : undefined;
  return isObject(content) && typeof content["text"] === "string" ? content["text"] : "";
}
