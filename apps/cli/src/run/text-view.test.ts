import type { SessionEventBody } from "@parley/acp";
import { createEventSequence, formatSessionEvent } from "@parley/acp";
import { beforeEach, describe, expect, it } from "vitest";
import { TextView } from "./text-view.ts";

let out = "";
let notes: string[] = [];
let view: TextView;

beforeEach(() => {
  out = "";
  notes = [];
  view = create(false);
});

function create(isVerbose: boolean): TextView {
  return new TextView({
    out: { write: (text) => (out += text), end: () => Promise.resolve(), gone: new AbortController().signal },
    note: (line) => notes.push(line),
    cwd: "/code",
    isVerbose,
  });
}

const sequence = createEventSequence("s");

function show(...bodies: readonly SessionEventBody[]): void {
  view.show(
    bodies.map((body) => {
      const event = sequence.next(body);
      return { event, line: formatSessionEvent(event), patches: [] };
    }),
  );
}

const say = (text: string, messageId?: string): SessionEventBody => ({
  type: "update",
  update: {
    sessionUpdate: "agent_message_chunk",
    content: { type: "text", text },
    ...(messageId !== undefined && { messageId }),
  },
});

const think = (text: string): SessionEventBody => ({
  type: "update",
  update: { sessionUpdate: "agent_thought_chunk", content: { type: "text", text } },
});

const tool = (toolCallId: string, fields: object): SessionEventBody => ({
  type: "update",
  update: { sessionUpdate: "tool_call_update", toolCallId, ...fields },
});

describe("the agent's answer", () => {
  it("continues on the same line within a message, and starts a new line with the next", () => {
    show(say("Hel", "1"), say("lo", "1"), say("World", "2"));
    view.settle();
    expect(out).toBe("Hello\nWorld\n");
  });

  it("ends its line once before other output", () => {
    show(say("Theme"), tool("t", { title: "Read" }), tool("t", { status: "completed" }), say("Seen\n"));
    view.settle();
    view.settle();
    expect(out).toBe("Theme\nSeen\n");
    expect(notes).toEqual(["tool: Read"]);
  });

  it("is not interrupted by hidden updates", () => {
    const usage: SessionEventBody = { type: "update", update: { sessionUpdate: "usage_update", used: 1, size: 2 } };
    show(say("one "), usage, think("quietly"), say("line"));
    view.settle();
    expect(out).toBe("one line\n");
    expect(notes).toEqual([]);
  });

  it("cannot control the terminal, even in pieces", () => {
    show(say("a\u001b"), say("[2J"), say("b\tc\u0007"), say("\u001b]0;owned"), say("\u0007d"));
    view.settle();
    expect(out).toBe("ab\tcd\n");
  });
});

describe("tool calls", () => {
  it("are printed when they start, and again if they fail", () => {
    show(
      tool("1", { title: "Edit", locations: [{ path: "/code/src/a.ts" }, { path: "/else/b.ts" }] }),
      tool("1", { status: "in_progress" }),
      tool("1", { status: "failed", title: null }),
      tool("1", { status: "failed" }),
      tool("2", { title: "Run", rawInput: { command: ["npm", "test"] } }),
    );
    expect(notes).toEqual([
      "tool: Edit (src/a.ts, /else/b.ts)",
      "failed: Edit (src/a.ts, /else/b.ts)",
      "tool: Run (npm test)",
    ]);
  });

  it("list a limited number of locations, without duplicates", () => {
    const locations = ["a", "b", "c", "d", "e"].map((name) => ({ path: `/code/${name}` }));
    show(tool("1", { title: "Look at a", locations }), tool("2", { title: "a\nb\u001b[1m" }));
    expect(notes).toEqual(["tool: Look at a (b, c, d, 1 more)", "tool: a b"]);
  });
});

it("prints what was rejected automatically, and why", () => {
  const options = [
    { optionId: "y", name: "Yes", kind: "allow_once" as const },
    { optionId: "n", name: "No", kind: "reject_once" as const },
  ];
  const asked = (interactionId: string): SessionEventBody => ({
    type: "permission_asked",
    interactionId,
    toolCall: { toolCallId: "t" },
    options,
  });
  const answered = (interactionId: string, optionId: string, by: string): SessionEventBody => ({
    type: "permission_answered",
    interactionId,
    outcome: { outcome: "selected", optionId },
    by,
    reason: `because ${interactionId}`,
  });
  show(
    asked("1"),
    answered("1", "n", "rule"),
    asked("2"),
    answered("2", "y", "rule"),
    asked("3"),
    answered("3", "n", "user"),
  );
  expect(notes).toEqual(["rejected: because 1"]);
});

it("prints thoughts line by line and the plan with --verbose", () => {
  view = create(true);
  show(think("first\nsec"), think("ond"), say("Done"), {
    type: "update",
    update: { sessionUpdate: "plan", entries: [{ content: "leap", priority: "low", status: "pending" }] },
  });
  expect(notes).toEqual(["thought: first", "thought: second", "plan: [pending] leap"]);
});

it("prints notes, crashes and restarts", () => {
  show(
    { type: "note", level: "warning", text: "odd" },
    { type: "agent_crashed", message: "gone" },
    { type: "agent_restarted", agent: { name: "a" }, agentSessionId: "s", cwd: "/", history: "lost" },
  );
  expect(notes).toEqual(["warning: odd", "gone", "The agent was restarted and does not remember the conversation"]);
});

it("leaves a crash without a restart to the error of the turn", () => {
  show({ type: "agent_crashed", message: "gone" });
  expect(notes).toEqual([]);
});

it("does not mention the start of an agent that resumes a session", () => {
  const restarted = { type: "agent_restarted", agent: { name: "a" }, agentSessionId: "s", cwd: "/" } as const;
  show({ ...restarted, history: "resumed" });
  expect(notes).toEqual([]);
  show({ type: "agent_crashed", message: "gone" }, { ...restarted, history: "resumed" });
  expect(notes).toEqual(["gone", "The agent was restarted"]);
});
