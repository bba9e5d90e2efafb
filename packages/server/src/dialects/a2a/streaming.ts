// A stream of A2A on a response: waits for slow readers, and ends with the reader, the task or the server.
import type { Context } from "hono";
import type { ServerEnv } from "../../http/dialect.ts";
import type { EventStream, OpenEventStream, ServerSentEvent } from "../../http/event-stream.ts";

export interface StreamingOptions {
  readonly context: Context<ServerEnv>;
  readonly openEventStream: OpenEventStream;
  /** Rejects before its first value if streaming is impossible. */
  readonly events: AsyncGenerator<ServerSentEvent, void, undefined>;
  /** Aborts the source of the events. */
  readonly stop: AbortController;
  /** The event that reports a failure of the stream. */
  readonly toErrorEvent: (error: unknown) => ServerSentEvent;
}

/** Rejects only before data was sent, so that the error can be the response. */
export async function answerWithStream(options: StreamingOptions): Promise<Response> {
  const { context, openEventStream, events, stop } = options;
  const first = await events.next();
  const stream = openEventStream(context);
  const end = (): void => stop.abort();
  stream.signal.addEventListener("abort", end, { once: true });
  if (stream.signal.aborted) end();
  void pump(stream, first, options);
  return stream.response;
}

async function pump(
  stream: EventStream,
  first: IteratorResult<ServerSentEvent, void>,
  { events, toErrorEvent }: StreamingOptions,
): Promise<void> {
  let drained: (() => void) | undefined;
  stream.onDrain(() => drained?.());
  stream.signal.addEventListener("abort", () => drained?.(), { once: true });
  try {
    for (let next = first; next.done !== true && !stream.signal.aborted; next = await events.next()) {
      if (stream.send(next.value) || stream.signal.aborted) continue;
      await new Promise<void>((resolve) => {
        drained = resolve;
      });
    }
  } catch (error) {
    stream.send(toErrorEvent(error));
  } finally {
    stream.end();
    await events.return();
  }
}
