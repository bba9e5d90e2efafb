// The interface of server-sent events for dialects; they are written to the raw response.
import type { Context } from "hono";
import type { ServerEnv } from "./dialect.ts";

export interface EventStreamOptions {
  /** Headers in addition to the content type. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Interval of keep-alive comments in milliseconds (default: the server's). */
  readonly keepAliveMs?: number | undefined;
}

export interface ServerSentEvent {
  /** Without newlines, like JSON. */
  readonly data: string;
  /** The position for resuming: a client's `Last-Event-ID`. */
  readonly id?: string | number | undefined;
  readonly event?: string | undefined;
}

export interface EventStream {
  /** False: the reader is behind, so pause until `drained`. It is disconnected if it stays behind. */
  send(event: ServerSentEvent): boolean;
  /** Several in one write. An array that goes to many streams is formatted once. */
  sendAll(events: readonly ServerSentEvent[]): boolean;
  /** Called whenever there is room again. */
  onDrain(listener: () => void): void;
  /** Aborts when the reader has left, was disconnected, or the stream was ended. */
  readonly signal: AbortSignal;
  end(): void;
  /** The response for the handler to return. */
  readonly response: Response;
}

export type OpenEventStream = (context: Context<ServerEnv>, options?: EventStreamOptions) => EventStream;
