// Server-sent events, written to the raw response: what a dialect sees of them.
import type { Context } from "hono";
import type { ServerEnv } from "./dialect.ts";

export interface EventStreamOptions {
  /** More than the content type, which is there. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds between two comments that keep the connection alive; the server's default unless given. */
  readonly keepAliveMs?: number | undefined;
}

export interface ServerSentEvent {
  /** Without newlines, as JSON is. */
  readonly data: string;
  /** Where a client resumes: its `Last-Event-ID`. */
  readonly id?: string | number | undefined;
  readonly event?: string | undefined;
}

export interface EventStream {
  /** False: the reader is behind, and nothing much should be sent before `drained`. It is cut off if it stays so. */
  send(event: ServerSentEvent): boolean;
  /** Several in one write. An array that goes to many streams is put together once. */
  sendAll(events: readonly ServerSentEvent[]): boolean;
  /** Called whenever there is room again. */
  onDrain(listener: () => void): void;
  /** Aborts when the reader is gone, was cut off, or the stream was ended. */
  readonly signal: AbortSignal;
  end(): void;
  /** What the handler returns. */
  readonly response: Response;
}

export type OpenEventStream = (context: Context<ServerEnv>, options?: EventStreamOptions) => EventStream;
