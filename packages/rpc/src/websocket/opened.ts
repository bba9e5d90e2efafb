// Waits until a WebSocket is open, and handles errors, closing and aborts in the meantime.
import { ParleyError } from "@parley/base";
import { failedToConnect, timedOut } from "../connect-failure.ts";
import { abandon, type SocketLike } from "./socket.ts";

export interface OpeningOptions {
  readonly place: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Why it failed, if more is known than what the socket's events say. */
  readonly explain: (error: unknown) => ParleyError | undefined;
}

export async function waitUntilOpen(socket: SocketLike, options: OpeningOptions): Promise<void> {
  const { place, timeoutMs, signal, explain } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort: (() => void) | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (error: unknown): void => reject(explain(error) ?? failedToConnect(place, error));
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", (event) => fail("error" in event ? event.error : undefined));
      socket.addEventListener("close", ({ code }) => fail(new Error(`closed with code ${code}`)));
      timer = setTimeout(() => reject(timedOut(place, timeoutMs)), timeoutMs);
      onAbort = () => reject(connectingCancelled(place, signal?.reason));
      if (signal?.aborted === true) onAbort();
      signal?.addEventListener("abort", onAbort);
    });
  } catch (error) {
    abandon(socket);
    throw error;
  } finally {
    clearTimeout(timer);
    if (onAbort !== undefined) signal?.removeEventListener("abort", onAbort);
  }
}

function connectingCancelled(place: string, cause: unknown): ParleyError {
  return new ParleyError({ code: "request_cancelled", message: `Connecting to ${place} was cancelled`, cause });
}
