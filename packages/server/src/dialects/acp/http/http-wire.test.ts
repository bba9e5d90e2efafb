import type { EventStream, ServerSentEvent } from "../../../http/event-stream.ts";
import { afterEach, expect, it, vi } from "vitest";
import {
  ACP_BUFFERED_BYTES_HIGH,
  ACP_BUFFERED_BYTES_MAX,
  ACP_STREAMS_MAX,
  ACP_UNREAD_MS_MAX,
} from "../../../limits.ts";
import { HttpWire } from "./http-wire.ts";

interface Reader extends EventStream {
  readonly events: ServerSentEvent[];
  hasRoom: boolean;
  drain(): void;
}

/** The port of the server, without a socket. */
function createReader(): Reader {
  const controller = new AbortController();
  let drained = (): void => undefined;
  const reader: Reader = {
    events: [],
    hasRoom: true,
    drain: () => drained(),
    send: (event) => reader.sendAll([event]),
    sendAll(events) {
      reader.events.push(...events);
      return reader.hasRoom;
    },
    onDrain(listener) {
      drained = listener;
    },
    signal: controller.signal,
    end: () => controller.abort(),
    response: new Response(),
  };
  return reader;
}

function open(): { readonly wire: HttpWire; readonly closed: Promise<string | undefined> } {
  const wire = new HttpWire();
  const closed = new Promise<string | undefined>((resolve) => {
    wire.open({ message: () => undefined, malformed: () => undefined, closed: (reason) => resolve(reason?.code) });
  });
  return { wire, closed };
}

function read(wire: HttpWire, scope: string | undefined): Reader {
  const reader = createReader();
  const stream = wire.stream(scope);
  expect(stream?.claim()).toBe(true);
  reader.signal.addEventListener("abort", () => stream?.release());
  stream?.attach(reader);
  return reader;
}

const frame = (seq: number, text = "{}"): { seq: number; text: string; isLast: boolean } => ({
  seq,
  text,
  isLast: true,
});

afterEach(() => {
  vi.useRealTimers();
});

it("keeps frames until they are read, and reports when it is full and when there is room again", async () => {
  const { wire } = open();
  expect(wire.sendFrames("s", [frame(1)])).toBe(true);
  expect(wire.sendFrames("s", [frame(2, "x".repeat(ACP_BUFFERED_BYTES_HIGH))])).toBe(false);
  const drained = wire.drained("s");
  const reader = read(wire, "s");
  await drained;
  expect(reader.events.map(({ id }) => id)).toEqual([1, 2]);
});

it("pauses a session while its reader is behind", async () => {
  const { wire } = open();
  const reader = read(wire, "s");
  reader.hasRoom = false;
  expect(wire.sendFrames("s", [frame(1)])).toBe(false);
  const drained = wire.drained("s");
  reader.drain();
  await drained;
});

it("closes a connection with too many unread frames", async () => {
  const { wire, closed } = open();
  const message = { jsonrpc: "2.0", method: "_x", params: "x".repeat(ACP_BUFFERED_BYTES_MAX / 4) } as const;
  const outcomes = [1, 2, 3, 4, 5].map(() => wire.send(message));
  expect(outcomes.slice(0, 3)).toEqual(["full", "full", "full"]);
  expect(outcomes.at(-1)).toBe("closed");
  expect(await closed).toBe("connection_overflow");
});

it("closes a connection with too many unread streams", async () => {
  const { wire, closed } = open();
  for (let index = 0; index <= ACP_STREAMS_MAX; index += 1) wire.sendFrames(`s${index}`, [frame(1)]);
  expect(await closed).toBe("connection_overflow");
});

it("forgets streams that were read completely", () => {
  const { wire } = open();
  for (let index = 0; index <= ACP_STREAMS_MAX; index += 1) {
    const reader = read(wire, `s${index}`);
    wire.sendFrames(`s${index}`, [frame(1)]);
    reader.end();
  }
  expect(wire.stream("another")).toBeDefined();
});

it("closes a connection that is not read for too long", async () => {
  vi.useFakeTimers();
  const { wire, closed } = open();
  const reader = read(wire, undefined);
  reader.end();
  vi.advanceTimersByTime(ACP_UNREAD_MS_MAX - 1);
  const again = read(wire, undefined);
  vi.advanceTimersByTime(ACP_UNREAD_MS_MAX);
  expect(wire.send({ jsonrpc: "2.0", method: "_x" })).toBe("sent");
  again.end();
  vi.advanceTimersByTime(ACP_UNREAD_MS_MAX);
  expect(await closed).toBe("connection_closed");
});

it("puts a cancellation on the stream of its request", () => {
  const { wire } = open();
  const [connection, session] = [read(wire, undefined), read(wire, "s")];
  wire.send({ jsonrpc: "2.0", id: 7, method: "session/request_permission", params: { sessionId: "s" } });
  wire.send({ jsonrpc: "2.0", method: "$/cancel_request", params: { requestId: 7 } });
  expect(session.events.map(({ id }) => id)).toEqual(["0.1", "0.2"]);
  expect(connection.events).toEqual([]);
});
