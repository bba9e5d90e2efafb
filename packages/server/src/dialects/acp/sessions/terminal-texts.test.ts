import type { SessionUpdate, TerminalEvent, UpdateEvent } from "@parley/acp";
import { expect, it } from "vitest";
import { ACP_TERMINAL_CHARS_MAX } from "../../../limits.ts";
import { TerminalTexts } from "./terminal-texts.ts";

const envelope = { v: 1, seq: 1, at: 0, sessionId: "s" } as const;
const terminal = (fields: Partial<TerminalEvent>): TerminalEvent => ({
  ...envelope,
  type: "terminal",
  terminalId: "t",
  ...fields,
});
const shows: UpdateEvent = {
  ...envelope,
  type: "update",
  update: {
    sessionUpdate: "tool_call_update",
    toolCallId: "c",
    title: "Run it",
    content: [
      { type: "content", content: { type: "text", text: "first" } },
      { type: "terminal", terminalId: "t" },
    ],
  },
};

function textOf(update: SessionUpdate | undefined): string {
  const content = update?.sessionUpdate === "tool_call_update" ? update.content : undefined;
  const last = content?.at(-1);
  return last?.type === "content" && last.content.type === "text" ? last.content.text : "";
}

it("shows a terminal's output in its tool call, and keeps the other content", () => {
  const texts = new TerminalTexts();
  texts.note(terminal({ command: "ls" }));
  texts.note(shows);
  expect(texts.toUpdate(shows)).toMatchObject({ title: "Run it", content: [{ content: { text: "first" } }, {}] });
  expect(textOf(texts.toUpdate(shows))).toBe("```console\n$ ls\n```");
  const wrote = terminal({ output: "a\nb" });
  texts.note(wrote);
  const update = texts.toUpdate(wrote);
  expect(update).toMatchObject({
    sessionUpdate: "tool_call_update",
    toolCallId: "c",
    content: [{ type: "content" }, {}],
  });
  expect(textOf(update)).toBe("```console\n$ ls\na\nb\n```");
  const ended = terminal({ exit: { exitCode: 2, signal: null } });
  texts.note(ended);
  expect(textOf(texts.toUpdate(ended))).toBe("```console\n$ ls\na\nb\n[exit code 2]\n```");
});

it("does not show a terminal without a tool call", () => {
  const texts = new TerminalTexts();
  texts.note(terminal({ output: "hidden" }));
  expect(texts.toUpdate(terminal({}))).toBeUndefined();
});

it("keeps the end of long output, in a fence that the output cannot close", () => {
  const texts = new TerminalTexts();
  texts.note(shows);
  texts.note(terminal({ output: `begin ${"x".repeat(ACP_TERMINAL_CHARS_MAX)}\n\`\`\`\`` }));
  const text = textOf(texts.toUpdate(terminal({})));
  expect(text).not.toContain("begin");
  expect(text.startsWith("`````console\n…\n")).toBe(true);
  expect(text.endsWith("`````")).toBe(true);
});
