// A call from the model's request to its result: what decides about it, in which order, and what is reported.
import { type Log, silentLog } from "@parley/base";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Approver, ApprovalRequest } from "../approval/approver.ts";
import type { HookedCall, Hooks } from "../hooks/hooks.ts";
import { noHooks } from "../hooks/testing/no-hooks.ts";
import { createToolScene } from "../tools/testing/tool-scene.ts";
import { defineTool, failed, textOutcome, type Tool, type ToolOutcome } from "../tools/tool.ts";
import { RESULT_CHARS_MAX, RESULT_IMAGE_CHARS_MAX } from "../limits.ts";
import { type CallPorts, createCallRunner, runCall } from "./tool-call.ts";
import type { CallResult, LoopEvent } from "./types.ts";

const toolScene = createToolScene();
afterAll(async () => (await toolScene)[Symbol.asyncDispose]());

interface Ran extends CallResult {
  readonly events: readonly LoopEvent[];
  readonly text: string;
}

interface RunOptions extends Partial<Omit<CallPorts, "context">> {
  readonly log?: Log;
  readonly resultCharsMax?: number;
  readonly name?: string;
}

async function run(tool: Tool, input: unknown, options: RunOptions = {}): Promise<Ran> {
  const { log = silentLog, resultCharsMax = Infinity, name = tool.name, ...ports } = options;
  const { context } = await toolScene;
  const runner = createCallRunner({
    context: { ...context, log },
    approver: { pass: async () => ({ verdict: "allow" }) },
    hooks: noHooks,
    beforeEffect: async () => undefined,
    ...ports,
  });
  const events: LoopEvent[] = [];
  const tools = new Map([tool, other].map((one) => [one.name, one]));
  const signal = new AbortController().signal;
  const setup = { tools, resultCharsMax, signal, emit: (event: LoopEvent) => void events.push(event) };
  const end = await runCall(runner, { type: "tool_call", callId: "c1", name, input }, setup);
  const text = end.result.parts.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
  return { ...end, events, text };
}

const fields = z.object({
  path: z.string(),
  count: z.number().int().optional(),
  edits: z.array(z.object({ old: z.string() })).optional(),
});

function createWriter(execute: (input: z.infer<typeof fields>) => ToolOutcome | Promise<ToolOutcome>): Tool {
  return defineTool<z.infer<typeof fields>>({
    name: "write",
    groups: ["edit"],
    kind: "edit",
    description: "Writes.",
    input: fields,
    prepare: (input) => ({
      title: `Write ${input.path}`,
      locations: [{ path: input.path }],
      content: [{ type: "diff", path: input.path, newText: "new" }],
      subjects: [{ request: { kind: "tool", name: "write" }, facts: { name: "write", kind: "edit" } }],
      execute: async () => execute(input),
    }),
  });
}

const other: Tool = { ...createWriter(() => textOutcome("")), name: "mcp__docs__search" };
const echo = createWriter((input) => textOutcome(JSON.stringify(input)));

describe("a call", () => {
  it("is announced, judged, secured, started and ended, in this order", async () => {
    const order: string[] = [];
    const asked: ApprovalRequest[] = [];
    const approver: Approver = {
      pass: async (request) => {
        order.push("approver");
        asked.push(request);
        return { verdict: "allow" };
      },
    };
    const hooks: Hooks = {
      before: async () => {
        order.push("before");
        return { answer: { verdict: "ask", name: "mine" }, notices: ["the hook is slow"] };
      },
      after: async (_call, outcome) => {
        order.push(`after ${outcome.parts.length}`);
        return { remarks: ["Formatted."], notices: [] };
      },
    };
    const tool = createWriter(() => {
      order.push("execute");
      return textOutcome("done", { title: "Wrote it" });
    });
    const beforeEffect = async () => void order.push("checkpoint");
    const { events, result } = await run(tool, { path: "/a" }, { approver, hooks, beforeEffect });
    expect(order).toEqual(["before", "approver", "checkpoint", "execute", "after 1"]);
    expect(result).toEqual({
      callId: "c1",
      name: "write",
      parts: [
        { type: "text", text: "done" },
        { type: "text", text: "Formatted." },
      ],
      isError: false,
    });
    const content = [{ type: "diff", path: "/a", newText: "new" }];
    const shown = { title: "Write /a", kind: "edit", locations: [{ path: "/a" }], content };
    expect(events).toEqual([
      { type: "call_announced", callId: "c1", name: "write", input: { path: "/a" }, provider: undefined, shown },
      { type: "notice", severity: "warning", text: "the hook is slow" },
      { type: "call_started", callId: "c1" },
      {
        type: "call_ended",
        callId: "c1",
        result,
        shown: { title: "Wrote it", content: [{ type: "content", content: { type: "text", text: "done" } }] },
      },
    ]);
    expect(asked).toMatchObject([
      {
        toolCall: { toolCallId: "c1", status: "pending", rawInput: { path: "/a" }, ...shown },
        subjects: [{ request: { kind: "tool" } }],
        hook: { verdict: "ask" },
      },
    ]);
  });

  it("that only reads needs no checkpoint", async () => {
    let checkpoints = 0;
    const beforeEffect = async () => void (checkpoints += 1);
    const reader: Tool = {
      ...echo,
      prepare: () => ({ title: "Look", subjects: [], execute: async () => textOutcome("x") }),
    };
    await run(reader, { path: "/a" }, { beforeEffect });
    expect(checkpoints).toBe(0);
    await run(echo, { path: "/a" }, { beforeEffect });
    expect(checkpoints).toBe(1);
  });

  it("shows how it is going", async () => {
    const tool: Tool = {
      ...echo,
      prepare: () => ({
        title: "Work",
        subjects: [],
        execute: async (call) => {
          call.show({ title: "half" });
          return { parts: [] };
        },
      }),
    };
    const { events, text } = await run(tool, { path: "/a" });
    expect(events).toContainEqual({ type: "call_progress", callId: "c1", shown: { title: "half" } });
    expect(text).toBe("(no output)");
  });
});

describe("a call that has ended", () => {
  it("says nothing more", async () => {
    let showLate: (() => void) | undefined;
    const tool: Tool = {
      ...echo,
      prepare: () => ({
        title: "Work",
        subjects: [],
        execute: async (call) => {
          showLate = () => call.show({ title: "late" });
          return textOutcome("done");
        },
      }),
    };
    const { events } = await run(tool, { path: "/a" });
    showLate?.();
    expect(showLate).toBeDefined();
    expect(events.at(-1)?.type).toBe("call_ended");
  });
});

describe("a call that makes no sense", () => {
  it.each([
    ["Write", 'Tool "Write" not found. Did you mean "write"?'],
    ["wriet", 'Did you mean "write"?'],
    ["write_file", 'Did you mean "write"?'],
    ["search", 'Did you mean "mcp__docs__search"?'],
    ["frobnicate", 'Tool "frobnicate" not found. Available tools: write, mcp__docs__search.'],
  ])("of %s learns which tools are available", async (name, expected) => {
    const { text, result, events } = await run(echo, {}, { name });
    expect(text).toContain(expected);
    expect(text).toContain("Available tools: write, mcp__docs__search.");
    expect(result.isError).toBe(true);
    expect(events.map(({ type }) => type)).toEqual(["call_announced", "call_ended"]);
    expect(events[0]).toMatchObject({ shown: { title: name, kind: "other" } });
  });

  it.each<[unknown, string[]]>([
    [{}, ["- path: required."]],
    [{ path: 1 }, ["- path: Invalid input: expected string, received number"]],
    [{ path: "/a", edits: [{ old: "x" }, {}] }, ["- edits.1.old: required."]],
    ["not json", ["must be a JSON object"]],
    [[1], ["must be a JSON object"]],
    [null, ["- path: required."]],
  ])("because of its input %j is told what is wrong with it", async (input, expected) => {
    const { text, result, events } = await run(echo, input);
    for (const part of expected) expect(text).toContain(part);
    expect(result.isError).toBe(true);
    expect(events.map(({ type }) => type)).toEqual(["call_announced", "call_ended"]);
  });

  it.each<[unknown, unknown]>([
    ['{"path":"/a"}', { path: "/a" }],
    [
      { path: "/a", count: "3" },
      { path: "/a", count: 3 },
    ],
    [
      { path: "/a", edits: '[{"old":"x"}]' },
      { path: "/a", edits: [{ old: "x" }] },
    ],
    [
      { path: "/a", edits: ['{"old":"x"}'] },
      { path: "/a", edits: [{ old: "x" }] },
    ],
  ])("because of a slip in %j is mended", async (input, meant) => {
    const { text, result } = await run(echo, input);
    expect(result.isError).toBe(false);
    expect(JSON.parse(text)).toEqual(meant);
  });

  it("to the tool itself is reported with the reason", async () => {
    const { text, events } = await run({ ...echo, prepare: () => failed("There is no such file.") }, { path: "/a" });
    expect(text).toBe("There is no such file.");
    expect(events.map(({ type }) => type)).toEqual(["call_announced", "call_ended"]);
  });
});

describe("a call that is not allowed", () => {
  const explosive = createWriter(() => {
    throw new Error("It was executed");
  });

  it.each([
    ["person", "The user rejected this call (Not today.); nothing was changed."],
    ["rule", "Not allowed: Not today. Nothing was changed."],
  ] as const)("by a %s is answered with the reason", async (by, expected) => {
    const approver: Approver = { pass: async () => ({ verdict: "deny", reason: "Not today.", by }) };
    const { text, result, events, cancelsTurn } = await run(explosive, { path: "/a" }, { approver });
    expect(text).toBe(expected);
    expect(result.isError).toBe(true);
    expect(cancelsTurn).toBe(false);
    expect(events.map(({ type }) => type)).toEqual(["call_announced", "call_ended"]);
  });

  it("by a hook is not even asked about", async () => {
    const approver: Approver = { pass: () => Promise.reject(new Error("It was asked")) };
    const answer = { verdict: "deny", name: "guard", reason: "Secrets." } as const;
    const hooks: Hooks = { ...noHooks, before: async () => ({ answer, notices: [] }) };
    const { text } = await run(explosive, { path: "/a" }, { approver, hooks });
    expect(text).toBe("Blocked by the hook guard: Secrets. Nothing was changed.");
  });

  it("since the question was dismissed cancels the turn", async () => {
    const approver: Approver = { pass: async () => ({ verdict: "deny", reason: "gone", by: "cancelled" }) };
    const { cancelsTurn, result } = await run(explosive, { path: "/a" }, { approver });
    expect(cancelsTurn).toBe(true);
    expect(result.isError).toBe(true);
  });

  it("is not run if no one could approve it", async () => {
    const approver: Approver = { pass: () => Promise.reject(new Error("The approver is stuck")) };
    expect((await run(explosive, { path: "/a" }, { approver })).text).toBe("write failed: The approver is stuck");
    const hooks: Hooks = { ...noHooks, before: () => Promise.reject(new Error("The hook is stuck")) };
    expect((await run(explosive, { path: "/a" }, { hooks })).text).toBe("write failed: The hook is stuck");
  });
});

describe("a hook that rewrites", () => {
  it("checks and prepares the call again, shows and judges the new one, and informs the model", async () => {
    const asked: ApprovalRequest[] = [];
    const approver: Approver = {
      pass: async (request) => {
        asked.push(request);
        return { verdict: "allow" };
      },
    };
    const after: HookedCall[] = [];
    const hooks: Hooks = {
      before: async () => ({ input: { path: "/safe" }, notices: [] }),
      after: async (call) => {
        after.push(call);
        return { remarks: [], notices: [] };
      },
    };
    const { events, text } = await run(echo, { path: "/a" }, { approver, hooks });
    expect(events.map(({ type }) => type)).toEqual(["call_announced", "call_progress", "call_started", "call_ended"]);
    expect(events[1]).toMatchObject({ shown: { title: "Write /safe", locations: [{ path: "/safe" }] } });
    expect(asked[0]?.toolCall).toMatchObject({ title: "Write /safe", rawInput: { path: "/safe" } });
    expect(after[0]?.input).toEqual({ path: "/safe" });
    expect(text).toMatch(/^\{"path":"\/safe"\}\n\[One of the user's hooks .* to \{"path":"\/safe"\}\]$/);
  });

  it("to something the tool does not take ends the call", async () => {
    const hooks: Hooks = { ...noHooks, before: async () => ({ input: { path: 7 }, notices: [] }) };
    const { text, events } = await run(echo, { path: "/a" }, { hooks });
    expect(text).toContain("A hook changed the input. The input of write is not valid");
    expect(events.at(-1)?.type).toBe("call_ended");
  });
});

describe("what comes of a call", () => {
  it("is a failed result when the tool throws, and a line in the log", async () => {
    const lines: string[] = [];
    const log: Log = {
      write: (level, message, more) => void lines.push(`${level} ${message} ${String(more?.["error"])}`),
    };
    const bang = () => {
      throw new Error("bang");
    };
    for (const tool of [createWriter(bang), { ...echo, prepare: bang }]) {
      const { text, result } = await run(tool, { path: "/a" }, { log });
      expect(text).toBe("write failed: bang");
      expect(result.isError).toBe(true);
    }
    expect(lines).toEqual([
      expect.stringMatching(/^error a tool threw Error: bang/),
      expect.stringMatching(/^error a tool threw Error: bang/),
    ]);
  });

  it("stays valid when a hook fails afterwards", async () => {
    const hooks: Hooks = { ...noHooks, after: () => Promise.reject(new Error("boom")) };
    const { result, events } = await run(echo, { path: "/a" }, { hooks });
    expect(result.isError).toBe(false);
    expect(events).toContainEqual({ type: "notice", severity: "warning", text: "A hook failed after write: boom" });
  });

  it("is cut in the middle when it is too long, by the model's window too", async () => {
    const long = createWriter(() => textOutcome(`BEGIN${"x".repeat(300_000)}END`));
    const { text } = await run(long, { path: "/a" });
    expect(text.length).toBeLessThan(RESULT_CHARS_MAX + 500);
    expect(text).toMatch(/^BEGINx+\n\[… \d+ of 300008 characters omitted\. To see them, .*…\]\nx+END$/);
    const small = await run(long, { path: "/a" }, { resultCharsMax: 3_000 });
    expect(small.text.length).toBeLessThan(3_500);
    const halves = createWriter(() => textOutcome("😀".repeat(100_000)));
    expect((await run(halves, { path: "/a" })).text).not.toMatch(/\p{Surrogate}/u);
  });

  it("has few images, and none that no provider takes", async () => {
    const image = (chars: number) => ({ type: "image", mimeType: "image/png", data: "A".repeat(chars) }) as const;
    const tool = createWriter(() => ({
      parts: [image(RESULT_IMAGE_CHARS_MAX + 1), ...Array.from({ length: 9 }, () => image(8))],
    }));
    const { result } = await run(tool, { path: "/a" });
    expect(result.parts.filter(({ type }) => type === "image")).toHaveLength(7);
    expect(result.parts.filter(({ type }) => type === "text")).toHaveLength(3);
  });
});
