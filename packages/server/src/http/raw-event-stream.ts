// One event stream on the raw response, without a web stream in between and with only this object.
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { ServerResponse } from "node:http";
import type { EventStream, EventStreamOptions, ServerSentEvent } from "./event-stream.ts";
import { formatEvent, formatEvents, KEEP_ALIVE } from "./format-events.ts";

/** Shared by all streams of a server. */
export interface StreamOwner {
  readonly bytesMax: number;
  opened(stream: RawEventStream): void;
  /** The buffer is full, so it is monitored from now on. */
  filled(stream: RawEventStream): void;
  closed(stream: RawEventStream): void;
  /** Its reader was too slow and was disconnected. */
  wasCutOff(): void;
  delivered(events: number): void;
}

const HEAD: Readonly<Record<string, string>> = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-cache, no-transform",
  // Keeps proxies from buffering the stream.
  "X-Accel-Buffering": "no",
};

/** Connects a response to its stream, so that all share the same two listeners. */
const STREAM = Symbol("stream");

interface Carrier {
  [STREAM]?: RawEventStream;
}

export class RawEventStream implements EventStream {
  readonly response: Response;
  /** Milliseconds of the owner's clock, for its sweeps. */
  nextCommentMs = 0;
  /** How long the buffer has been full, as seen by the sweeps. */
  fullForMs: number | undefined;
  readonly keepAliveMs: number | undefined;
  readonly #outgoing: ServerResponse;
  readonly #owner: StreamOwner;
  #controller: AbortController | undefined;
  #drained: (() => void) | undefined;
  #isOver = false;

  constructor(outgoing: ServerResponse & Carrier, owner: StreamOwner, options: EventStreamOptions) {
    this.#outgoing = outgoing;
    this.#owner = owner;
    this.keepAliveMs = options.keepAliveMs;
    const headers = { ...HEAD, ...options.headers };
    if (outgoing.req.method === "HEAD") {
      // A HEAD request gets the headers only, from the app.
      this.response = new Response(null, { headers });
      this.#isOver = true;
      return;
    }
    this.response = RESPONSE_ALREADY_SENT;
    outgoing[STREAM] = this;
    outgoing.on("close", onClose);
    outgoing.on("drain", onDrain);
    outgoing.writeHead(200, headers);
    outgoing.flushHeaders();
    owner.opened(this);
    if (outgoing.destroyed) this.over();
  }

  get isFull(): boolean {
    return this.#outgoing.writableNeedDrain;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isOver) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  send(event: ServerSentEvent): boolean {
    return this.#write(formatEvent(event), 1);
  }

  sendAll(events: readonly ServerSentEvent[]): boolean {
    return events.length === 0 ? !this.isFull : this.#write(formatEvents(events), events.length);
  }

  onDrain(listener: () => void): void {
    this.#drained = listener;
  }

  end(): void {
    if (this.#isOver) return;
    this.#outgoing.end();
    this.over();
  }

  /** The reader does not read; it can come back with its last id. */
  cutOff(): void {
    if (this.#isOver) return;
    this.#owner.wasCutOff();
    this.#outgoing.destroy();
    this.over();
  }

  keepAlive(): void {
    if (!this.#isOver && !this.isFull) this.#outgoing.write(KEEP_ALIVE);
  }

  /** The buffer has room again. */
  drained(): void {
    this.fullForMs = undefined;
    if (!this.#isOver) this.#drained?.();
  }

  over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#drained = undefined;
    this.#owner.closed(this);
    this.#controller?.abort();
  }

  #write(text: string | Buffer, events: number): boolean {
    if (this.#isOver) return false;
    if (this.isFull && this.#outgoing.writableLength > this.#owner.bytesMax) {
      this.cutOff();
      return false;
    }
    const hasRoom = this.#outgoing.write(text);
    this.#owner.delivered(events);
    if (!hasRoom) this.#owner.filled(this);
    return hasRoom;
  }
}

function onClose(this: ServerResponse & Carrier): void {
  this[STREAM]?.over();
}

function onDrain(this: ServerResponse & Carrier): void {
  this[STREAM]?.drained();
}
