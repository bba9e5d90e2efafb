import { beforeEach, describe, expect, it } from "vitest";
import { SessionDriver } from "../testing/session-driver.ts";
import type { Block } from "./block.ts";
import { ChatView } from "./chat-view.ts";
import { durationMs } from "./work-clock.ts";

let shown: string[];
let view: ChatView;
let session: SessionDriver;

function createView(): ChatView {
  return new ChatView({
    add: (block) => shown.push(describeBlock(block)),
    say: (_itemId, text) => shown.push(`say ${text}`),
    endMessage: () => undefined,
    beginTurn: () => shown.push("begin"),
  });
}

function describeBlock(block: Block): string {
  if (block.type === "tool") return `tool ${block.tool.item.toolCallId} ${block.tool.item.status}`;
  if (block.type === "thought") return `thought ${block.text} ${block.ms}`;
  return block.type === "stop" ? `stop ${block.ms}` : block.type;
}

beforeEach(() => {
  shown = [];
  view = createView();
  session = new SessionDriver((applied) => view.apply(applied));
});

it("hands out what is finished, in the order in which it ends", () => {
  session.prompt("go");
  session.think("hm");
  session.clock.advance(500);
  session.say("Hel");
  session.say("lo");
  session.tool("1", "in_progress");
  session.tool("2", "in_progress");
  session.tool("2", "completed");
  session.tool("1", "failed");
  session.clock.advance(1_500);
  session.stop();
  expect(shown).toEqual([
    "begin",
    "prompt",
    "thought hm 500",
    "say Hel",
    "say lo",
    "tool 2 completed",
    "tool 1 failed",
    "stop 2000",
  ]);
  expect(view.lastAnswer).toBe("Hello");
});

describe("a session that has begun", () => {
  beforeEach(() => {
    session.prompt("go");
    session.tool("old", "completed");
    session.tool("open", "in_progress");
    session.record({ type: "terminal", terminalId: "t", command: "sleep", output: "..." });
    session.tool("open", "in_progress", { content: [{ type: "terminal", terminalId: "t" }] });
    session.ask("q", "open");
    session.clock.advance(10_000);
    shown = [];
  });

  function takeOver(): void {
    view = createView();
    view.seed(session.transcript.snapshot());
  }

  it("goes on in a view that comes later: its turn, running calls and open questions", () => {
    takeOver();
    expect(shown).toEqual([]);
    expect(view.tools.map(({ item, terminals }) => [item.toolCallId, terminals[0]?.output])).toEqual([["open", "..."]]);
    expect(view.turn && durationMs(view.turn, session.clock.now())).toBe(0);
    session.answer("q");
    session.clock.advance(2_000);
    session.tool("open", "completed");
    session.stop();
    expect(shown).toEqual(["tool open completed", "stop 2000"]);
  });

  it("shows a call that reuses the id of an ended one", () => {
    session.stop();
    shown = [];
    takeOver();
    expect([view.tools, view.turn]).toEqual([[], undefined]);
    session.prompt("again");
    session.tool("old", "in_progress");
    expect(view.tools.map(({ item }) => item.toolCallId)).toEqual(["old"]);
    session.tool("old", "completed");
    expect(shown).toEqual(["begin", "prompt", "tool old completed"]);
  });

  it("keeps what a view knows already", () => {
    view.seed(session.transcript.snapshot());
    view.seed(session.transcript.snapshot());
    expect(view.tools).toHaveLength(1);
    session.answer("q");
    session.tool("open", "completed");
    expect(shown).toEqual(["tool open completed"]);
  });
});
