import { createEventSequence } from "@parley/acp";
import { createTranscript } from "@parley/acp/transcript";
import { beforeEach, describe, expect, it } from "vitest";
import { SessionDriver } from "../testing/session-driver.ts";
import { applyEvents } from "./apply-events.ts";
import { SessionView } from "./session-view.ts";
import { durationMs } from "./work-clock.ts";

let view: SessionView;
let session: SessionDriver;

beforeEach(() => {
  view = new SessionView(createTranscript().snapshot());
  session = new SessionDriver((applied) => view.apply([applied]));
});

const typesAndTimes = () => view.items.map(({ item, ms }) => [item.type, ms]);

describe("items", () => {
  it("have their durations, without the time that a person took", () => {
    session.prompt("go");
    session.think("hm");
    session.clock.advance(2_000);
    session.tool("1", "pending");
    session.ask("q", "1");
    session.clock.advance(60_000);
    session.answer("q");
    session.clock.advance(3_000);
    session.tool("1", "completed");
    session.stop();
    expect(typesAndTimes()).toEqual([
      ["user_message", undefined],
      ["thought", 2_000],
      ["tool_call", 3_000],
      ["permission", undefined],
      ["stop", 5_000],
    ]);
    expect(view.items[2]?.verdict).toEqual({ isAllowed: true, by: "user", reason: null });
  });

  it("of other calls do not count the time for an answer either", () => {
    session.prompt("go");
    session.tool("slow", "in_progress");
    session.clock.advance(1_000);
    session.record({
      type: "elicitation_asked",
      interactionId: "form",
      request: { mode: "form", message: "Who?", sessionId: "s", requestedSchema: { type: "object" } },
    });
    session.clock.advance(30_000);
    const [running] = view.runningTools;
    expect(running && durationMs(running.timing, session.clock.now())).toBe(1_000);
    expect(view.turn && durationMs(view.turn, session.clock.now())).toBe(1_000);
    session.record({
      type: "elicitation_answered",
      interactionId: "form",
      response: { action: "decline" },
      by: "user",
    });
    session.clock.advance(1_000);
    session.tool("slow", "completed");
    expect(view.items.find(({ item }) => item.type === "tool_call")?.ms).toBe(2_000);
  });

  it("stay the same objects until they change", () => {
    session.prompt("go");
    session.say("a");
    const [prompt, answer] = view.items;
    const { items, ids } = view;
    expect(view.items).toBe(items);
    session.say("b");
    expect(view.items[0]).toBe(prompt);
    expect(view.items[1]).not.toBe(answer);
    expect(view.ids).toBe(ids);
    expect(view.item(ids[1] ?? 0)).toBe(view.items[1]);
    session.stop();
    expect(view.ids).not.toBe(ids);
  });

  it("that the turn cut short say so", () => {
    session.prompt("go");
    session.tool("1", "in_progress");
    session.stop("cancelled");
    expect(view.items[1]?.isCut).toBe(true);
    expect(view.runningTools).toEqual([]);
  });

  it("leave with the limits, and so does what is known of them", () => {
    view = new SessionView(createTranscript().snapshot());
    session = new SessionDriver((applied) => view.apply([applied]), { itemsMax: 3 });
    for (let turn = 0; turn < 5; turn += 1) {
      session.tool(`call ${turn}`, "completed");
      session.stop();
    }
    expect(typesAndTimes()).toHaveLength(3);
    expect(view.trimmed.items).toBe(7);
    expect(view.items.map(({ item }) => item)).toEqual(session.transcript.snapshot().items);
  });
});

describe("attention", () => {
  it("is needed while a question is open", () => {
    session.prompt("go");
    expect([view.needsYou, view.status]).toEqual([false, "running"]);
    session.tool("1", "pending");
    session.ask("q", "1");
    expect([view.questions.map(({ interactionId }) => interactionId), view.status]).toEqual([["q"], "needs_you"]);
    session.answer("q");
    expect([view.needsYou, view.status]).toEqual([false, "running"]);
  });

  it("is no longer needed when the turn ends without an answer", () => {
    session.prompt("go");
    session.ask("q", "1");
    session.stop("cancelled");
    expect([view.needsYou, view.status]).toEqual([false, "idle"]);
  });

  it("counts what is unread until somebody looks", () => {
    session.prompt("go");
    session.say("one");
    session.say(" message");
    session.tool("1", "completed");
    session.say("another");
    session.stop();
    expect([view.unread, view.status]).toEqual([2, "unread"]);
    view.markRead();
    expect([view.unread, view.status]).toEqual([0, "idle"]);
  });

  it("is drawn to a failure, until the next prompt", () => {
    session.prompt("go");
    session.record({ type: "agent_crashed", message: "goose exited" });
    expect(view.status).toBe("failed");
    session.prompt("again");
    session.record({ type: "stop", error: { code: -32603, message: "no" } });
    view.markRead();
    expect(view.status).toBe("failed");
    session.prompt("again");
    expect(view.status).toBe("running");
  });
});

it("starts from a snapshot, whose open questions still need an answer and whose answers are read", () => {
  session.prompt("go");
  session.say("hello");
  session.ask("q", "1");
  const late = new SessionView(session.transcript.snapshot());
  expect([late.needsYou, late.unread, late.items.length]).toEqual([true, 0, view.items.length]);
});

it("is fed by events alone, where the surface keeps the transcript", () => {
  const transcript = createTranscript();
  const events = createEventSequence("session", { clock: session.clock });
  const prompt = [{ type: "text" as const, text: "go" }];
  const batch = [events.next({ type: "prompt", prompt }), events.next({ type: "stop", stopReason: "end_turn" })];
  view.apply(applyEvents(transcript, batch));
  expect(view.items.map(({ item }) => item)).toEqual(transcript.snapshot().items);
});

it("tells its listeners once per batch", () => {
  let calls = 0;
  const stop = view.subscribe(() => (calls += 1));
  session.prompt("go");
  session.say("x");
  expect(calls).toBe(2);
  view.markRead();
  view.markRead();
  expect(calls).toBe(3);
  stop();
  session.stop();
  expect(calls).toBe(3);
});
