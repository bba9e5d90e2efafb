import { describe, expect, it } from "vitest";
import { theme } from "../terminal/testing/draw.ts";
import { ChatViewDriver } from "./testing/chat-view-driver.ts";

const options = [
  { optionId: "yes", name: "Yes", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
];

describe("messages", () => {
  it("are printed block by block, their end is live", () => {
    const chat = new ChatViewDriver();
    chat.prompt("hello\nworld");
    chat.say("First.\n\nSec");
    expect(chat.printed()).toBe("› hello\n  world\n\nFirst.");
    expect(chat.live()).toBe("\nSec");
    chat.say("ond.");
    chat.stop();
    expect(chat.printed()).toBe("› hello\n  world\n\nFirst.\n\nSecond.");
    expect(chat.live()).toBe("");
    expect(chat.chatView.lastAnswer).toBe("First.\n\nSecond.");
  });

  it("of the user's are shown when they come from elsewhere, and what goes with a prompt too", () => {
    const chat = new ChatViewDriver();
    const link = { type: "resource_link", uri: "file:///a.ts", name: "a.ts" } as const;
    chat.record({ type: "prompt", prompt: [{ type: "text", text: "look" }, link] });
    chat.stop();
    chat.update({ sessionUpdate: "user_message_chunk", content: { type: "text", text: "from my phone" } });
    chat.say("Yes?\n\n");
    expect(chat.printed()).toBe("› look\n  @ a.ts\n\n› from my phone\n\nYes?");
  });

  it("may hold other things than text", () => {
    const chat = new ChatViewDriver();
    chat.say("Look:");
    chat.update({
      sessionUpdate: "agent_message_chunk",
      content: { type: "image", data: "AAAA", mimeType: "image/png" },
    });
    chat.say("Nice.");
    chat.stop();
    expect(chat.printed()).toBe("Look:\n\n[image: image/png, 3 bytes]\n\nNice.");
  });
});

describe("thoughts", () => {
  it("are one line, and whole when opened", () => {
    const chat = new ChatViewDriver();
    chat.prompt("go");
    chat.think("**Plan**\nFirst this,\n");
    chat.clock.advance(2_000);
    chat.think("then that.");
    expect(chat.chatView.thought?.text).toContain("then that.");
    chat.say("Done.");
    chat.stop();
    expect(chat.printed()).toBe("› go\n\n∴ Thought for 2.0s: Plan First this, then that.\n\nDone.");
    chat.scrollback.toggleOpen();
    chat.think("**Plan**\nFirst this,\nthen that.");
    chat.stop();
    expect(chat.printed()).toContain("∴ **Plan**\n  First this,\n  then that.");
  });
});

describe("tool calls", () => {
  it("are live while they run, and printed when they end, in that order", () => {
    const chat = new ChatViewDriver();
    chat.prompt("go");
    chat.update({
      sessionUpdate: "tool_call",
      toolCallId: "1",
      title: "Read a.ts",
      kind: "read",
      status: "in_progress",
    });
    chat.update({
      sessionUpdate: "tool_call",
      toolCallId: "2",
      title: "Find b",
      kind: "search",
      status: "in_progress",
    });
    chat.clock.advance(3_000);
    expect(chat.live()).toBe("* Read a.ts  3s\n* search Find b  3s");
    chat.update({ sessionUpdate: "tool_call_update", toolCallId: "2", status: "completed" });
    chat.update({
      sessionUpdate: "tool_call_update",
      toolCallId: "1",
      status: "failed",
      content: [text("no such file")],
    });
    expect(chat.live()).toBe("");
    expect(chat.printed()).toBe("› go\n\n✓ search Find b  3.0s\n✗ Read a.ts  3.0s\n  no such file");
  });

  it("show where they are at work, from the session's folder", () => {
    const chat = new ChatViewDriver();
    const locations = [{ path: "/code/src/a.ts", line: 7 }, { path: "/b" }];
    chat.update({
      sessionUpdate: "tool_call",
      toolCallId: "1",
      title: "Look around",
      kind: "read",
      status: "completed",
      locations,
    });
    chat.update({
      sessionUpdate: "tool_call",
      toolCallId: "2",
      title: "Read a.ts",
      status: "completed",
      locations: [{ path: "/code/a.ts", line: 3 }],
    });
    expect(chat.printed()).toBe("✓ read Look around  src/a.ts:7 and 1 more\n✓ Read a.ts:3");
  });

  it("show their diff", () => {
    const chat = new ChatViewDriver(theme());
    const content = [{ type: "diff", path: "/code/a.ts", oldText: "one\ntwo\n", newText: "one\n2\n" } as const];
    chat.update({
      sessionUpdate: "tool_call",
      toolCallId: "1",
      title: "Edit",
      kind: "edit",
      status: "completed",
      content,
    });
    expect(chat.printed()).toBe("✓ Edit a.ts\n  a.ts  +1  −1\n  1   one\n  2 − two\n  2 + 2");
  });

  it("show the end of what their terminal wrote, and how it ended", () => {
    const chat = new ChatViewDriver();
    chat.prompt("go");
    chat.record({ type: "terminal", terminalId: "t", command: "npm test", cwd: "/code" });
    chat.update({
      sessionUpdate: "tool_call",
      toolCallId: "1",
      title: "npm test",
      kind: "execute",
      status: "in_progress",
      content: [{ type: "terminal", terminalId: "t" }],
    });
    chat.record({ type: "terminal", terminalId: "t", output: "1\n2\n3\n4\n5\n10%\r50%\r\u001b[32m99%\u001b[0m" });
    expect(chat.live()).toBe("* $ npm test\n  … 2 lines above\n  3\n  4\n  5\n  99%");
    chat.record({ type: "terminal", terminalId: "t", exit: { exitCode: 2, signal: null } });
    chat.update({ sessionUpdate: "tool_call_update", toolCallId: "1", status: "failed" });
    expect(chat.printed()).toBe("› go\n\n✗ $ npm test\n  1\n  2\n  3\n  4\n  5\n  99%\n  exit code 2");
  });

  it("say what was decided about them, and count from then on", () => {
    const chat = new ChatViewDriver();
    chat.update({ sessionUpdate: "tool_call", toolCallId: "1", title: "rm x", kind: "execute", status: "pending" });
    chat.record({ type: "permission_asked", interactionId: "i", toolCall: { toolCallId: "1" }, options });
    chat.clock.advance(60_000);
    chat.record({
      type: "permission_answered",
      interactionId: "i",
      outcome: { outcome: "selected", optionId: "no" },
      by: "user",
    });
    chat.clock.advance(500);
    chat.update({ sessionUpdate: "tool_call_update", toolCallId: "1", status: "failed" });
    chat.record({
      type: "permission_asked",
      interactionId: "j",
      toolCall: { toolCallId: "2", title: "ls", kind: "execute" },
      options,
    });
    chat.record({
      type: "permission_answered",
      interactionId: "j",
      outcome: { outcome: "selected", optionId: "yes" },
      by: "rule",
    });
    chat.update({ sessionUpdate: "tool_call_update", toolCallId: "2", status: "completed" });
    expect(chat.printed()).toBe("✗ $ rm x  0.5s  rejected\n✓ $ ls  allowed by rule");
  });

  it("that have no end are cut with the turn, and shown again if they end after all", () => {
    const chat = new ChatViewDriver();
    chat.prompt("go");
    chat.update({ sessionUpdate: "tool_call", toolCallId: "1", title: "Wait", status: "in_progress" });
    chat.stop("cancelled");
    expect(chat.printed()).toBe("› go\n\n○ Wait  not finished\n\n! Cancelled.");
    chat.update({ sessionUpdate: "tool_call_update", toolCallId: "1", status: "completed" });
    expect(chat.printed()).toContain("✓ Wait");
  });

  it("may be tried again under the same id", () => {
    const chat = new ChatViewDriver();
    chat.update({ sessionUpdate: "tool_call", toolCallId: "1", title: "Try", status: "failed" });
    chat.update({ sessionUpdate: "tool_call_update", toolCallId: "1", status: "pending" });
    expect(chat.live()).toContain("* Try");
    chat.update({ sessionUpdate: "tool_call_update", toolCallId: "1", status: "completed" });
    expect(chat.printed()).toBe("✗ Try\n✓ Try");
  });

  it("spell out commands that hide something, and are harmless otherwise", () => {
    const chat = new ChatViewDriver(theme());
    const title = "ls\u001b[2K\u200b\nrm -rf /";
    chat.update({ sessionUpdate: "tool_call", toolCallId: "1", title, kind: "execute", status: "completed" });
    chat.update({
      sessionUpdate: "tool_call",
      toolCallId: "2",
      title: "Read \u001b[31mx\u001b]0;t\u0007",
      kind: "read",
      status: "completed",
    });
    expect(chat.printed()).toBe("✓ $ ls<U+001B>[2K<U+200B>⏎rm -rf /\n✓ Read x");
  });
});

describe("the rest of a turn", () => {
  it("has its plan live, and printed at the end", () => {
    const chat = new ChatViewDriver();
    chat.prompt("go");
    const entry = (content: string, status: string) => ({ content, status, priority: "medium" });
    chat.update({
      sessionUpdate: "plan",
      entries: [entry("one", "completed"), entry("two", "in_progress"), entry("three", "pending")],
    });
    expect(chat.chatView.plan).toHaveLength(3);
    chat.stop();
    expect(chat.chatView.plan).toEqual([]);
    expect(chat.printed()).toBe("› go\n\nPlan  1/3\n  ✓ one\n  ▸ two\n  ○ three");
  });

  it("has notices, notes and reasons for its end", () => {
    const chat = new ChatViewDriver();
    chat.update({ sessionUpdate: "notice", severity: "warning", title: "Slow", description: "The model is busy." });
    chat.record({ type: "note", level: "info", text: "A note" });
    chat.stop("max_tokens");
    chat.record({ type: "stop", error: { code: -32603, message: "out of paper" } });
    expect(chat.printed()).toBe(
      "! Slow\n  The model is busy.\n\n· A note\n\n! The agent stopped: token limit reached.\n\n✗ The turn failed: out of paper",
    );
  });

  it("says once that the agent crashed", () => {
    const chat = new ChatViewDriver();
    chat.prompt("go");
    chat.record({ type: "agent_crashed", message: "goose ended (exit code 3)" });
    chat.record({ type: "stop", error: { code: "agent_crashed", message: "goose ended (exit code 3)" } });
    expect(chat.printed()).toBe("› go\n\n✗ goose ended (exit code 3)");
  });

  it("lists changed files, and those that were changed without approval", () => {
    const chat = new ChatViewDriver(theme());
    chat.record({
      type: "changes",
      before: "1",
      after: "2",
      files: [
        { path: "src/a.ts", change: "modified", linesAdded: 12, linesRemoved: 3 },
        { path: "new.ts", change: "added", linesAdded: 1, isUncovered: true },
        { path: "b", change: "renamed", from: "a" },
      ],
      omitted: 2,
    });
    expect(chat.printed()).toBe(
      [
        "5 files changed  +13 −3",
        "  M src/a.ts  +12 −3",
        "  A new.ts    +1  ! not approved",
        "  R a → b",
        "  … 2 more (/files shows all)",
        "  ! 1 file was changed without your approval. /undo reverts this turn.",
      ].join("\n"),
    );
  });

  it("keeps the agent's questions with their answers", () => {
    const chat = new ChatViewDriver();
    const request = { mode: "form", message: "Who?", sessionId: "s", requestedSchema: { type: "object" } } as const;
    chat.record({ type: "elicitation_asked", interactionId: "i", request });
    expect(chat.printed()).toBe("");
    const response = { action: "accept", content: { name: "Ada", isOld: false, tags: ["a", "b"] } } as const;
    chat.record({
      type: "elicitation_answered",
      interactionId: "i",
      response: { ...response, content: { ...response.content, tags: ["a", "b"] } },
      by: "user",
    });
    expect(chat.printed()).toBe("✓ Who?\n  name: Ada\n  isOld: no\n  tags: a, b");
  });
});

it("shows later tool calls expanded when that is wanted, and prints nothing twice", () => {
  const chat = new ChatViewDriver(theme());
  chat.prompt("go");
  const call = (toolCallId: string, content: string): void =>
    chat.update({
      sessionUpdate: "tool_call",
      toolCallId,
      title: "Read",
      kind: "read",
      status: "completed",
      content: [text(content)],
      rawInput: { path: "x" },
    });
  call("1", "the first");
  chat.scrollback.toggleOpen();
  call("2", "the second");
  chat.scrollback.toggleOpen();
  call("3", "the third");
  expect(chat.printed()).toBe('› go\n\n✓ Read x\n✓ Read x\n  {"path":"x"}\n  the second\n✓ Read x');
});

function text(content: string) {
  return { type: "content", content: { type: "text", text: content } } as const;
}
