// Writes an answer to the socket: whole, as events, or as one JSON array in pieces.
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Refusal, Reply } from "./reply.ts";
import type { Frame, Wire } from "./wires/wire.ts";

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { "content-type": "application/json", "x-request-id": "req_stub" })
    .end(JSON.stringify(body));
}

export function sendRefusal(response: ServerResponse, wire: Wire, refusal: Refusal): void {
  if (refusal.retryAfterS !== undefined) response.setHeader("retry-after", String(refusal.retryAfterS));
  sendJson(response, refusal.status, wire.toError(refusal));
}

/** The pauses come first, because there is nothing to stream. */
export async function sendWhole(response: ServerResponse, wire: Wire, reply: Reply): Promise<void> {
  const gone = signalWhenGone(response);
  for (const part of reply.parts) {
    if (part.type === "drop") {
      response.destroy();
      return;
    }
    if (part.type === "fail") {
      sendRefusal(response, wire, { status: 500, message: part.message });
      return;
    }
    if (part.type === "wait") await pause(part.ms, gone);
    if (part.type === "text") await pause(part.gapMs * part.pieces.length, gone);
  }
  if (!gone.aborted) sendJson(response, 200, wire.toBody(reply));
}

/** Ends early when the caller has gone. */
export async function sendStream(response: ServerResponse, frames: Iterable<Frame>, asEvents: boolean): Promise<void> {
  const gone = signalWhenGone(response);
  const type = asEvents ? "text/event-stream; charset=utf-8" : "application/json";
  response.writeHead(200, { "content-type": type, "cache-control": "no-cache", "x-request-id": "req_stub" });
  response.flushHeaders();
  let count = 0;
  for (const frame of frames) {
    if (gone.aborted) return;
    if (frame.type === "drop") {
      // What was said before arrives; the end of the answer never does.
      response.socket?.destroySoon();
      return;
    }
    if (frame.type === "wait") {
      await pause(frame.ms, gone);
      continue;
    }
    const isRoomLeft = response.write(asEvents ? toEventText(frame) : `${count === 0 ? "[" : ","}${frame.data}\n`);
    count += 1;
    if (!isRoomLeft && !gone.aborted) await Promise.race([once(response, "drain"), once(response, "close")]);
  }
  response.end(asEvents ? "" : `${count === 0 ? "[" : ""}]`);
}

function toEventText({ event, data }: Extract<Frame, { type: "event" }>): string {
  return `${event === undefined ? "" : `event: ${event}\n`}data: ${data}\n\n`;
}

function signalWhenGone(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => controller.abort());
  return controller.signal;
}

/** Returns at once when the caller no longer waits. */
async function pause(ms: number, gone: AbortSignal): Promise<void> {
  if (ms > 0 && !gone.aborted) await sleep(ms, undefined, { signal: gone }).catch(() => undefined);
}
