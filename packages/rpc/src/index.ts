// A JSON-RPC 2.0 peer for both sides of one connection. Browser-safe; other transports have their own entries.
export { refusedStatusOf } from "./connect-failure.ts";
export type { Handlers, NotificationHandler, RequestHandler } from "./handlers.ts";
export type { RequestContext } from "./incoming-requests.ts";
export { defaultLimits, type RpcLimits } from "./limits.ts";
export type { ByteWritable } from "./line-writer.ts";
export { createMemoryPair, type MemoryTransport } from "./memory.ts";
export {
  isRequestId,
  type ErrorMessage,
  type Message,
  type NotificationMessage,
  type RequestId,
  type RequestMessage,
  type ResultMessage,
} from "./message.ts";
export { createNdjsonTransport, type ByteReadable, type NdjsonOptions } from "./ndjson.ts";
export { observe, type TransportObserver } from "./observe.ts";
export { createPeer, type Peer, type PeerOptions } from "./peer.ts";
export type { RequestOptions } from "./pending-requests.ts";
export type { Problem } from "./problem.ts";
export { ErrorCodes, RpcError, type WireError } from "./rpc-error.ts";
export type { MalformedInput, Receiver, SendOutcome, Transport } from "./transport.ts";
