import { expect, it } from "vitest";
import type { ToolCallItem } from "@parley/acp/transcript";
import { plainTheme, toText } from "../../terminal/testing/draw.ts";
import { appendOutput, toTerminalTail, type TerminalTail } from "@parley/chat-model";
import { drawToolContent } from "./tool-content.ts";

const LINES = 200_000;
const EMPTY = { terminalId: "t", toolCallId: "1", command: "seq", cwd: null, trimmedBytes: 0, exit: null };

function drawn(terminal: TerminalTail): string {
  const item = { status: "completed", kind: "execute", content: [], locations: [] } as unknown as ToolCallItem;
  return toText(
    drawToolContent({ item, terminals: [terminal], timing: { startedAt: 0, waitedMs: 0 } }, plainTheme(40), "closed"),
  );
}

it("counts the dropped lines of long output, for any chunk boundaries", () => {
  let terminal = toTerminalTail({ ...EMPTY, output: "" }, 0);
  const whole = Array.from({ length: LINES }, (_, index) => `${index + 1}\n`).join("");
  for (let at = 0; at < whole.length; at += 7_777) terminal = appendOutput(terminal, whole.slice(at, at + 7_777));
  const shown = `  … 199,996 lines above\n  199997\n  199998\n  199999\n  200000`;
  expect(drawn(terminal)).toBe(shown);
  expect(drawn(toTerminalTail({ ...EMPTY, output: whole }, 0))).toBe(shown);
});

it("keeps the end of one endless line", () => {
  const terminal = appendOutput(toTerminalTail({ ...EMPTY, output: "first\n" }, 0), "x".repeat(1_000_000));
  expect(terminal.output.length).toBeLessThan(100_000);
  expect(drawn(terminal)).toContain("… 1 line above");
});

it("wraps the line that says why a call failed, and cuts what is longer than three rows", () => {
  const failed = (text: string): string => {
    const content = [{ type: "content", content: { type: "text", text } }];
    const item = { status: "failed", kind: "read", content, locations: [] } as unknown as ToolCallItem;
    const tool = { item, terminals: [], timing: { startedAt: 0, waitedMs: 0 } };
    return toText(drawToolContent(tool, plainTheme(40), "closed"));
  };
  expect(failed("No such file or directory: cannot read /code/packages/a.ts")).toBe(
    "  No such file or directory: cannot read\n  /code/packages/a.ts",
  );
  const long = failed("word ".repeat(100)).split("\n");
  expect(long).toHaveLength(3);
  expect(long[2]).toMatch(/^ {2}word .*…$/);
  expect(long.every((row) => row.length <= 40)).toBe(true);
  expect(failed("x".repeat(1_000_000)).split("\n")).toHaveLength(3);
});

it("shows the input of a call unless the title shows all of it", () => {
  const opened = (rawInput: unknown): string => {
    const item = { status: "failed", kind: "execute", title: "make test", content: [], locations: [], rawInput };
    const tool = { item: item as unknown as ToolCallItem, terminals: [], timing: { startedAt: 0, waitedMs: 0 } };
    return toText(drawToolContent(tool, plainTheme(60), "open"));
  };
  expect(opened({ command: "make test" })).toBe("");
  expect(opened("make test")).toBe("");
  expect(opened({ command: "make test", cwd: "/" })).toBe('  {"command":"make test","cwd":"/"}');
});
