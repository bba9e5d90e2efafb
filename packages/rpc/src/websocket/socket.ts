// The part of a WebSocket that is used here. A browser's WebSocket fits, and so does a socket of the `ws` package, on
// either side.

export interface SocketLike {
  readonly readyState: number;
  readonly bufferedAmount: number;
  /** `sent` is called by `ws` when the frame has been written; browsers ignore it. */
  send(text: string, sent?: (error?: Error) => void): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: "open", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { readonly code: number; readonly reason: string }) => void): void;
  addEventListener(type: "error", listener: (event: object) => void): void;
  // The following members exist only in `ws`.
  pause?(): void;
  resume?(): void;
  ping?(): void;
  on?(event: "pong", listener: () => void): unknown;
  terminate?(): void;
}

/** Values of `readyState`. */
export const OPEN = 1;
export const CLOSED = 3;

/** Closes a socket without the closing handshake, where that is possible. */
export function abandon(socket: SocketLike): void {
  if (socket.terminate === undefined) socket.close();
  else socket.terminate();
}
