// All event streams of the server: opened, counted, kept alive and disconnected, with one timer for all.
import { ParleyError } from "@parley/base";
import type { ServerLimits } from "../limits.ts";
import { admissionOf } from "./admission.ts";
import type { OpenEventStream } from "./event-stream.ts";
import { RawEventStream, type StreamOwner } from "./raw-event-stream.ts";

export interface Streams {
  readonly open: OpenEventStream;
  readonly count: number;
  /** Events that were handed to connections, since the start. */
  readonly deliveredCount: number;
  /** Readers disconnected because they were too slow, since the start. */
  readonly cutOffCount: number;
  endAll(): void;
  close(): void;
}

export function createStreams(limits: ServerLimits, draining: AbortSignal): Streams {
  const all = new Set<RawEventStream>();
  const full = new Set<RawEventStream>();
  let [openedCount, deliveredCount, cutOffCount] = [0, 0, 0];
  let sweptMs = performance.now();

  const owner: StreamOwner = {
    bytesMax: limits.streamBytesMax,
    opened(stream) {
      all.add(stream);
      openedCount += 1;
      const everyMs = stream.keepAliveMs ?? limits.streamKeepAliveMs;
      // Spreads the keep-alives of streams that were opened together.
      stream.nextCommentMs = performance.now() + everyMs * (0.5 + (openedCount % SPREAD) / SPREAD / 2);
    },
    filled(stream) {
      if (full.has(stream)) return;
      full.add(stream);
      stream.fullForMs = undefined;
    },
    closed(stream) {
      all.delete(stream);
      full.delete(stream);
    },
    wasCutOff() {
      cutOffCount += 1;
    },
    delivered(events) {
      deliveredCount += events;
    },
  };

  function sweep(): void {
    const nowMs = performance.now();
    // While this process was busy, no reader could make room.
    const passedMs = Math.min(nowMs - sweptMs, limits.streamSweepMs);
    sweptMs = nowMs;
    sweepFull(full, passedMs, limits.streamFullMs);
    for (const stream of all) {
      if (nowMs < stream.nextCommentMs) continue;
      stream.nextCommentMs = nowMs + (stream.keepAliveMs ?? limits.streamKeepAliveMs);
      stream.keepAlive();
    }
  }

  const timer = setInterval(sweep, limits.streamSweepMs).unref();
  return {
    open(context, options = {}) {
      if (draining.aborted) throw new ParleyError({ code: "server_draining", message: "The server is shutting down." });
      if (all.size >= limits.streamsMax) {
        const message = `The limit of ${all.size} open streams is reached. Close a stream and try again.`;
        throw new ParleyError({ code: "limit_reached", message });
      }
      const admission = admissionOf(context.env.incoming);
      if (admission !== undefined) admission.isStream = true;
      return new RawEventStream(context.env.outgoing, owner, options);
    },
    get count() {
      return all.size;
    },
    get deliveredCount() {
      return deliveredCount;
    },
    get cutOffCount() {
      return cutOffCount;
    },
    endAll() {
      for (const stream of all) stream.end();
    },
    close() {
      clearInterval(timer);
    },
  };
}

/** Disconnects streams that have been full for too long. */
function sweepFull(full: Set<RawEventStream>, passedMs: number, maxMs: number): void {
  for (const stream of full) {
    if (!stream.isFull) full.delete(stream);
    else if (stream.fullForMs === undefined) stream.fullForMs = 0;
    else if ((stream.fullForMs += passedMs) >= maxMs) stream.cutOff();
  }
}

const SPREAD = 64;
