// A connection that sends what a test says, byte by byte if it must, and reads only if it is told to.
import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface RawConnection extends Disposable {
  readonly socket: Socket;
  /** Resolves with what was read when the connection is closed, by whomever and however. */
  readonly closed: Promise<string>;
}

export interface RawOptions {
  /** Sent at once. */
  readonly text?: string | undefined;
  /** Sent again and again until the connection is closed. */
  readonly drip?: string | undefined;
  readonly dripMs?: number | undefined;
  readonly isRead?: boolean | undefined;
}

export async function openRaw(url: string, options: RawOptions = {}): Promise<RawConnection> {
  const { text = "", drip, dripMs = 20, isRead = true } = options;
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: drip !== undefined });
  socket.on("error", () => socket.destroy());
  let seen = "";
  if (isRead) socket.setEncoding("latin1").on("data", (chunk: string) => (seen += chunk));
  else socket.pause();
  let timer: NodeJS.Timeout | undefined;
  const closed = new Promise<string>((resolve) => {
    socket.once("close", () => {
      clearInterval(timer);
      resolve(seen);
    });
  });
  // A socket that is not read hears of nothing: writing tells it that the other side is gone.
  await Promise.race([once(socket, "connect"), closed]);
  if (text !== "") socket.write(text);
  if (drip !== undefined && !socket.destroyed) timer = setInterval(() => socket.write(drip), dripMs);
  return { socket, closed, [Symbol.dispose]: () => socket.destroy() };
}
