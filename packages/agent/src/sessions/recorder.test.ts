import type { ClientConnection, SessionEvent } from "@parley/acp";
import { systemClock } from "@parley/base";
import type { SessionLog } from "@parley/home/session-log";
import { setImmediate as nextRound } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { BATCH_UPDATES_MAX } from "../limits.ts";
import { Recorder } from "./recorder.ts";
import { textBlock, type Update } from "./wire.ts";

const chunk = (text: string): Update => ({
  sessionUpdate: "agent_message_chunk",
  messageId: "m",
  content: textBlock(text),
});

/** What reached the client and the disk, in one list. */
function createScene(answer: "ok" | "full" = "ok") {
  const order: string[] = [];
  const events: SessionEvent[] = [];
  let unwritten = 0;
  const client = {
    notify: (_method: string, { update }: { update: { content: { text: string } } }) => {
      order.push(`sent ${update.content.text}`);
      return answer;
    },
    drained: async () => void order.push("drained"),
  } as unknown as ClientConnection;
  const log: SessionLog = {
    sessionId: "s",
    lastSeq: 4,
    append: (event) => {
      events.push(event);
      unwritten += 1;
    },
    flush: () => {
      if (unwritten > 0) order.push(`wrote ${unwritten}`);
      unwritten = 0;
    },
    sync: async () => void order.push("synced"),
    close: async () => void order.push("closed"),
  };
  return { order, events, log, recorder: new Recorder({ client, sessionId: "s", clock: systemClock }) };
}

describe("a recorder", () => {
  it("writes before it sends, in one go for what came together", async () => {
    const { recorder, log, order, events } = createScene();
    recorder.start(log);
    recorder.update(chunk("a"));
    recorder.update(chunk("b"));
    expect(order).toEqual([]);
    await nextRound();
    expect(order).toEqual(["wrote 2", "sent a", "sent b"]);
    expect(events.map(({ seq }) => seq)).toEqual([5, 6]);
  });

  it("does not let what waits grow", () => {
    const { recorder, log, order } = createScene();
    recorder.start(log);
    for (let count = 0; count < BATCH_UPDATES_MAX; count += 1) recorder.update(chunk(String(count)));
    expect(order).toHaveLength(BATCH_UPDATES_MAX + 1);
  });

  it("sends without a log, and keeps what is only for the log", () => {
    const { recorder, log, order, events } = createScene();
    recorder.update(chunk("before"));
    recorder.record({ type: "note", level: "info", text: "lost on nobody" });
    recorder.start(log);
    recorder.record({ type: "note", level: "info", text: "kept" });
    recorder.send(chunk("passing"));
    recorder.flush();
    expect(order).toEqual(["sent before", "wrote 1", "sent passing"]);
    expect(events).toMatchObject([{ type: "note", text: "kept" }]);
  });

  it("says when the client is behind, until there is room", async () => {
    const { recorder, order } = createScene("full");
    recorder.send(chunk("a"));
    expect(recorder.isFull).toBe(false);
    recorder.flush();
    expect(recorder.isFull).toBe(true);
    await recorder.room();
    expect([recorder.isFull, order.at(-1)]).toEqual([false, "drained"]);
  });

  it("sends everything when it is closed, and nothing afterwards", async () => {
    const { recorder, log, order } = createScene();
    recorder.start(log);
    recorder.update(chunk("a"));
    await recorder.sync();
    recorder.update(chunk("b"));
    await recorder.close();
    recorder.update(chunk("c"));
    await recorder.close();
    await nextRound();
    expect(order).toEqual(["wrote 1", "sent a", "synced", "wrote 1", "sent b", "closed"]);
  });
});
