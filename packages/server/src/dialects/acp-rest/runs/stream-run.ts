// A run as a stream of events on a connection. A reader that goes away takes nothing along: the run goes on.
import type { Context } from "hono";
import type { DialectOptions, ServerEnv } from "../../../http/dialect.ts";
import type { RunEvent } from "../wire.ts";
import { RunFollower, type FollowOptions } from "./follow-run.ts";

export interface RunStream extends Pick<FollowOptions, "turn" | "beginning" | "isWatching"> {
  readonly headers: Readonly<Record<string, string>>;
}

export async function streamRun(c: Context<ServerEnv>, options: DialectOptions, run: RunStream): Promise<Response> {
  const { hub, openEventStream, draining, baseUrl } = options;
  const { headers, ...rest } = run;
  const stream = openEventStream(c, { headers });
  const sink = { send: stream.sendAll.bind(stream), end: () => stream.end() };
  const follower = new RunFollower({ hub, sink, ...rest });
  const onDraining = (): void => {
    const url = `${baseUrl()}/runs/${run.turn.id}/events`;
    const generic = { type: "server_draining", url, last_event_id: follower.lastId };
    follower.close();
    stream.send({ data: JSON.stringify({ type: "generic", generic } satisfies RunEvent) });
    stream.end();
  };
  draining.addEventListener("abort", onDraining, { once: true });
  stream.signal.addEventListener(
    "abort",
    () => {
      follower.close();
      draining.removeEventListener("abort", onDraining);
    },
    { once: true },
  );
  stream.onDrain(() => follower.resume());
  await follower.start();
  return stream.response;
}
