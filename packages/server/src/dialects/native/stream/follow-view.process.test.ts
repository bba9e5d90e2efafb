import { silentLog } from "@parley/base";
import { openTestHub } from "@parley/test-support/hub";
import { expect, it } from "vitest";
import type { EventStream, ServerSentEvent } from "../../../http/event-stream.ts";
import type { Native } from "../native.ts";
import { followView } from "./follow-view.ts";

/** A reader whose room is for the test to give. */
class SlowStream implements EventStream {
  readonly sent: ServerSentEvent[] = [];
  readonly response = new Response();
  hasRoom = false;
  readonly #controller = new AbortController();
  #onDrain = (): void => undefined;
  #onSent = (): void => undefined;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  send(event: ServerSentEvent): boolean {
    this.sent.push(event);
    this.#onSent();
    return this.hasRoom;
  }

  sendAll(events: readonly ServerSentEvent[]): boolean {
    for (const event of events) this.send(event);
    return this.hasRoom;
  }

  onDrain(listener: () => void): void {
    this.#onDrain = listener;
  }

  drain(): void {
    this.hasRoom = true;
    this.#onDrain();
  }

  sentOf(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#onSent = () => this.sent.length >= count && resolve();
      this.#onSent();
    });
  }

  end(): void {
    this.#controller.abort();
  }
}

it("a slow reader gets nothing until there is room, and then the whole snapshot", async () => {
  await using place = await openTestHub({ level: "bypass" });
  const { hub } = place;
  const { id } = await hub.sessions.create({ agent: "script" });
  const stream = new SlowStream();
  const streams = { open: () => stream, onDraining: () => undefined };
  const native = { hub, log: silentLog, streams } as unknown as Native;
  await followView(native, undefined as never, id);
  const told = new Promise<void>((resolve) => {
    // Another one sees that there was something to tell.
    void hub.views.subscribe(id, {
      view: ({ files }) => files.length > 0 && resolve(),
      ended: () => undefined,
    });
  });
  const { id: turnId } = await hub.turns.start({
    sessionId: id,
    prompt: [{ type: "text", text: "write a.txt x" }],
  });
  await hub.turns.ended(turnId);
  await told;
  expect(stream.sent.map(({ event }) => event)).toEqual(["session"]);
  stream.drain();
  await stream.sentOf(2);
  expect(stream.sent[1]).toMatchObject({ event: "session" });
  expect(JSON.parse(stream.sent[1]?.data ?? "")).toMatchObject({ files: [{ path: "a.txt" }] });
  await hub.sessions.delete(id);
  expect(stream.sent.at(-1)).toMatchObject({ event: "end" });
  expect(stream.signal.aborted).toBe(true);
});
