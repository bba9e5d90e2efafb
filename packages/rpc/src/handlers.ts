// The handlers that a peer's user provides: by method, and for everything else.
import type { RequestContext } from "./incoming-requests.ts";

/** The answer, a promise of it, or a throw: an RpcError reaches the other side as it is. */
export type RequestHandler = (params: unknown, context: RequestContext) => unknown;
/** A promise pauses reading once too many bytes are being handled. */
export type NotificationHandler = (params: unknown) => unknown;

export interface Handlers {
  readonly requests?: Readonly<Record<string, RequestHandler>>;
  readonly notifications?: Readonly<Record<string, NotificationHandler>>;
  /** Requests with no handler of their own; without it they get −32601. */
  readonly otherRequest?: RequestHandler;
  /** Notifications with no handler of their own; without it they are ignored. */
  readonly otherNotification?: (method: string, params: unknown) => unknown;
}
