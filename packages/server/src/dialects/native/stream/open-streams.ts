// The open streams of this dialect, so that they can report where to resume when the server shuts down.
import type { Context } from "hono";
import type { ServerEnv } from "../../../http/dialect.ts";
import type { EventStream, EventStreamOptions, OpenEventStream } from "../../../http/event-stream.ts";

export interface OpenStreams {
  /** `farewell` is called when the server begins to shut down, before the stream ends. */
  open(context: Context<ServerEnv>, options?: EventStreamOptions): EventStream;
  onDraining(stream: EventStream, farewell: () => void): void;
}

export function createOpenStreams(openEventStream: OpenEventStream, draining: AbortSignal): OpenStreams {
  const farewells = new Map<EventStream, () => void>();
  // One listener for all, because there may be thousands of streams.
  draining.addEventListener(
    "abort",
    () => {
      for (const [stream, farewell] of farewells) {
        farewell();
        stream.end();
      }
    },
    { once: true },
  );
  return {
    open: openEventStream,
    onDraining(stream, farewell) {
      if (stream.signal.aborted) return;
      farewells.set(stream, farewell);
      stream.signal.addEventListener("abort", () => farewells.delete(stream), { once: true });
    },
  };
}
