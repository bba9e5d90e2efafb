// Streams a run's events. The run continues when the client disconnects.
import type { Context } from "hono";
import type { DialectOptions, ServerEnv } from "../../../http/dialect.ts";
import type { EventStream, ServerSentEvent } from "../../../http/event-stream.ts";
import type { RunEvent } from "../wire.ts";
import { RunFollower, type FollowOptions, type RunSink } from "./follow-run.ts";
import { formatFrameId } from "./frame-id.ts";

export interface RunStream extends Pick<FollowOptions, "turn" | "beginning" | "isWatching"> {
  readonly headers: Readonly<Record<string, string>>;
}

export async function streamRun(c: Context<ServerEnv>, options: DialectOptions, run: RunStream): Promise<Response> {
  const { hub, openEventStream, draining, baseUrl } = options;
  const { headers, ...rest } = run;
  const stream = openEventStream(c, { headers });
  const sink = new StreamSink(stream);
  const follower = new RunFollower({ hub, sink, ...rest });
  const onDraining = (): void => {
    follower.close();
    sink.endWith({
      type: "server_draining",
      url: `${baseUrl()}/runs/${run.turn.id}/events`,
      last_event_id: sink.lastId,
    });
  };
  const onEnd = (): void => {
    follower.close();
    draining.removeEventListener("abort", onDraining);
  };
  draining.addEventListener("abort", onDraining, { once: true });
  stream.signal.addEventListener("abort", onEnd, { once: true });
  if (stream.signal.aborted) onEnd();
  stream.onDrain(() => follower.resume());
  await follower.start();
  return stream.response;
}

/** All frames of a batch in one write. */
class StreamSink implements RunSink {
  readonly #stream: EventStream;
  #frames: ServerSentEvent[] = [];
  lastId = "0";

  constructor(stream: EventStream) {
    this.#stream = stream;
  }

  emit(event: RunEvent, id: Parameters<RunSink["emit"]>[1]): void {
    this.lastId = formatFrameId(id);
    this.#frames.push({ id: this.lastId, data: JSON.stringify(event) });
  }

  flush(): boolean {
    const frames = this.#frames;
    this.#frames = [];
    return this.#stream.sendAll(frames);
  }

  end(): void {
    this.flush();
    this.#stream.end();
  }

  endWith(generic: Readonly<Record<string, unknown>>): void {
    this.#stream.send({ data: JSON.stringify({ type: "generic", generic } satisfies RunEvent) });
    this.end();
  }
}
