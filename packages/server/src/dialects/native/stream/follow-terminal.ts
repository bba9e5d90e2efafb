// Streams a terminal: its content so far, then its command's output.
import type { Context } from "hono";
import type { ServerEnv } from "../../../http/dialect.ts";
import type { EventStream } from "../../../http/event-stream.ts";
import { followTerminal, type TerminalStreamEvent } from "../../../operations/terminals/follow-terminal.ts";
import type { Native } from "../native.ts";

export async function streamTerminal(
  { hub, streams, log }: Native,
  context: Context<ServerEnv>,
  place: { readonly id: string; readonly terminal: string },
): Promise<Response> {
  let stream: EventStream | undefined;
  const send = (event: TerminalStreamEvent): boolean => {
    const hasRoom = stream?.send({ event: event.type, data: JSON.stringify(toData(event)) }) ?? false;
    if (event.type === "end") stream?.end();
    return hasRoom;
  };
  const failed = (cause: unknown): void => {
    log.write("info", "The stream of a terminal ended early", { ...place, cause });
    stream?.end();
  };
  // Invalid requests are answered with a status, before the stream is opened.
  const followed = await followTerminal(hub, place, send, failed);
  try {
    stream = streams.open(context);
  } catch (error) {
    followed.stop();
    throw error;
  }
  stream.onDrain(() => followed.resume());
  streams.onDraining(stream, () => followed.stop());
  if (stream.signal.aborted) followed.stop();
  else stream.signal.addEventListener("abort", () => followed.stop(), { once: true });
  followed.start();
  return stream.response;
}

function toData(event: TerminalStreamEvent): object {
  if (event.type === "terminal") return event.terminal;
  return event.type === "output" ? { output: event.output } : { exit: event.exit };
}
