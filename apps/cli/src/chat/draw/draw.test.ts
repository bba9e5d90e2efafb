import { describe, expect, it } from "vitest";
import { line } from "../../terminal/line.ts";
import { theme, plainTheme, toText } from "../../terminal/testing/draw.ts";
import { lineWidth } from "../../terminal/wrap.ts";
import { foldPaste } from "@parley/chat-model";
import { emptyInput, withDraft } from "../input/input-state.ts";
import { ChatViewDriver } from "../testing/chat-view-driver.ts";
import { createRecap } from "@parley/chat-model";
import { drawBlock } from "./draw-block.ts";
import { drawHeader, tilde } from "./header.ts";
import { drawInput } from "./input.ts";
import { drawLive, type LiveModel } from "./live.ts";
import { drawStatus } from "./status.ts";
import { createTranscript } from "@parley/acp/transcript";
import { createEventSequence } from "@parley/acp";

const CHOICES = {
  modes: [{ id: "c", name: "Code" }],
  modeId: "c",
  models: [{ id: "m", name: "Opal 4" }],
  modelId: "m",
  configOptions: [],
};

describe("drawStatus", () => {
  const model = {
    agentTitle: "Agent",
    choices: CHOICES,
    state: { usage: { used: 12_000, size: 200_000 }, cost: { amount: 0.25, currency: "USD" } },
    isOpen: true,
  };

  it("says what matters, as much of it as fits", () => {
    expect(toText([drawStatus(model, plainTheme(80))])).toBe(
      "  Agent · Code · Opal 4 · 6% of 200k · $0.25 · details on · ? for keys",
    );
    expect(toText([drawStatus({ ...model, level: "auto" }, plainTheme(39))])).toBe(
      "  Agent · Code · auto · 6% of 200k",
    );
    expect(toText([drawStatus({ ...model, level: "auto" }, plainTheme(30))])).toBe("  Agent · Code · auto");
    expect(toText([drawStatus({ ...model, notice: "Ctrl-C again to quit" }, plainTheme(30))])).toBe(
      "  Ctrl-C again to quit",
    );
  });
});

describe("drawHeader", () => {
  const model = {
    version: "1.0.0",
    agentTitle: "Goose",
    agentVersion: "1.2",
    cwd: "/home/ada/x",
    home: "/home/ada",
    choices: CHOICES,
    title: undefined,
  };

  it("says with whom, where, and what next", () => {
    expect(toText(drawHeader(model, plainTheme(90)))).toBe(
      "Goose 1.2 · Opal 4 · Code · Parley 1.0.0\n~/x\n\nDescribe a task. / for commands, @ to attach a file, Alt-Enter for a new line.",
    );
    expect(toText(drawHeader({ ...model, title: "Fix it" }, plainTheme(90)))).toContain("Resuming: Fix it");
    expect(toText(drawHeader({ ...model, server: "http://127.0.0.1:4717" }, plainTheme(90)))).toContain(
      "\n~/x · http://127.0.0.1:4717\n",
    );
    const own = { ...model, agentTitle: "Parley", agentVersion: "1.0.0" };
    expect(toText(drawHeader(own, plainTheme(90)))).toMatch(/^Parley 1\.0\.0 · Opal 4 · Code\n/);
    expect(tilde("/home/adam", "/home/ada")).toBe("/home/adam");
  });
});

describe("drawInput", () => {
  const typed = (text: string) => withDraft(emptyInput(), { text, folds: [] }, { complete: () => undefined });

  it("shows a hint until something is typed, and the cursor", () => {
    expect(toText(drawInput(emptyInput(), plainTheme(), { hint: "Say it", attached: [] }, 9).lines)).toBe("› Say it");
    const { lines, cursor } = drawInput(typed("one\ntwo"), plainTheme(), { hint: "Say it", attached: [] }, 9);
    expect(toText(lines)).toBe("› one\n  two");
    expect(cursor).toEqual({ row: 1, column: 5 });
  });

  it("shows labels for pastes and images, and what is attached", () => {
    const folds = [foldPaste([], "a\n".repeat(20))];
    const state = withDraft(
      emptyInput(),
      { text: `see ${folds[0]?.mark ?? ""}`, folds },
      { complete: () => undefined },
    );
    const attached = [{ text: "a.ts, 12 B" }, { text: "b.png", problem: "the agent does not accept images" }];
    const { lines, cursor } = drawInput(state, plainTheme(), { hint: "", attached }, 9);
    expect(toText(lines)).toBe(
      "› see [Pasted text 1, 20 lines]\n  attached: a.ts, 12 B   Tab expands the paste\n  b.png: the agent does not accept images",
    );
    expect(cursor).toEqual({ row: 0, column: 31 });
  });

  it("scrolls what does not fit", () => {
    const { lines, cursor } = drawInput(
      typed(Array.from({ length: 30 }, (_, index) => `line ${index}`).join("\n")),
      plainTheme(),
      { hint: "", attached: [] },
      5,
    );
    expect(lines).toHaveLength(5);
    expect(toText([lines[cursor?.row ?? 0] ?? []])).toBe("  line 29");
  });
});

function live(changes: Partial<LiveModel> = {}): LiveModel {
  return {
    nowMs: 0,
    tail: [],
    isWorkApart: false,
    thought: undefined,
    tools: [],
    looseTerminals: [],
    plan: [],
    isOpen: false,
    isAsked: false,
    work: undefined,
    queued: [],
    isSending: false,
    front: () => ({ lines: [line("› ")], cursor: { row: 0, column: 2 } }),
    status: line("status"),
    ...changes,
  };
}

describe("drawLive", () => {
  it("is the input and the status when nothing goes on", () => {
    expect(drawLive(live(), plainTheme(), 24)).toEqual({
      lines: [[], [{ text: "› " }], [{ text: "status" }]],
      cursor: { row: 1, column: 2 },
    });
  });

  it("has the news above, what waits in between, and the input below", () => {
    const chat = new ChatViewDriver();
    chat.update({ sessionUpdate: "tool_call", toolCallId: "1", title: "Read a", kind: "read", status: "in_progress" });
    const plan = [{ content: "one", status: "in_progress", priority: "high" }];
    const model = live({
      nowMs: chat.clock.now() + 2_000,
      tail: [line("the end of")],
      tools: chat.chatView.tools,
      plan,
      work: { text: "Working", startedAt: chat.clock.now(), hint: "Esc to stop" },
      queued: [{ text: "next prompt" }],
    });
    expect(toText(drawLive(model, plainTheme(), 24).lines).replaceAll(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/g, "*")).toBe(
      "the end of\n\n* Read a  2s\n\nPlan  0/1\n  ▸ one !\n\n* Working 2s · Esc to stop\n  queued › next prompt\n› \nstatus",
    );
  });

  it("says how much does not fit", () => {
    const tail = Array.from({ length: 50 }, (_, index) => line(`row ${index}`));
    const shown = toText(drawLive(live({ tail }), plainTheme(), 12).lines);
    expect(shown).toMatch(/^… 43 rows above\nrow 43\n[^]*row 49\n\n› \nstatus$/);
    expect(toText(drawLive(live({ tail }), plainTheme(), 6).lines)).toMatch(/^row 48\nrow 49\n/);
  });

  it("always fits", () => {
    const tail = Array.from({ length: 50 }, (_, index) => line(`row ${index} ${"x".repeat(99)}`));
    const front = (rows: number) => ({ lines: Array.from({ length: Math.min(rows, 40) }, () => line("y".repeat(99))) });
    for (const rows of [6, 10, 24, 60]) {
      const { lines } = drawLive(
        live({ tail, front, queued: [{ text: "a" }, { text: "b", by: "web" }] }),
        theme(40),
        rows,
      );
      expect(lines.length).toBeLessThanOrEqual(Math.max(rows - 1, 9));
      for (const row of lines) expect(lineWidth(row)).toBeLessThanOrEqual(40);
    }
  });
});

it("shows the end of a session that goes on, from a prompt on", () => {
  const transcript = createTranscript();
  const events = createEventSequence("s");
  for (let turn = 0; turn < 20; turn += 1) {
    transcript.apply(events.next({ type: "prompt", prompt: [{ type: "text", text: `prompt ${turn}` }] }));
    transcript.apply(
      events.next({
        type: "update",
        update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: `answer ${turn}` } },
      }),
    );
    transcript.apply(events.next({ type: "stop", stopReason: "end_turn" }));
  }
  const recap = createRecap(transcript.snapshot());
  expect(recap[0]).toMatchObject({ type: "note", text: "… 36 earlier entries" });
  expect(recap[1]).toMatchObject({ type: "prompt", blocks: [{ text: "prompt 12" }] });
  expect(recap.at(-1)).toEqual({ type: "answer", text: "answer 19" });
});

it("leaves the calls of a running turn to the view of that turn", () => {
  const transcript = createTranscript();
  const events = createEventSequence("s");
  transcript.apply(events.next({ type: "prompt", prompt: [{ type: "text", text: "go" }] }));
  const call = { sessionUpdate: "tool_call", toolCallId: "c", title: "Write a.txt", status: "in_progress" } as const;
  transcript.apply(events.next({ type: "update", update: call }));
  const types = (isRunning: boolean): string[] =>
    createRecap(transcript.snapshot(), { isRunning }).map(({ type }) => type);
  expect(types(true)).toEqual(["prompt"]);
  expect(types(false)).toEqual(["prompt", "tool"]);
});

it("keeps where the conversation took a turn, and leaves out notes about what was true then", () => {
  const transcript = createTranscript();
  const events = createEventSequence("s");
  transcript.apply(events.next({ type: "note", level: "warning", text: "The agent has no web access." }));
  transcript.apply(events.next({ type: "cleared" }));
  transcript.apply(events.next({ type: "handed_over", from: "backend", to: "qa" }));
  expect(createRecap(transcript.snapshot())).toEqual([
    { type: "note", severity: "info", text: "A new conversation starts here" },
    { type: "note", severity: "info", text: "Handed over from backend to qa" },
  ]);
});

it("prints the beginning and the end of a long prompt, unless all of it is wanted", () => {
  const text = Array.from({ length: 100 }, (_, index) => `row ${index + 1}`).join("\n");
  const block = { type: "prompt" as const, blocks: [{ type: "text" as const, text }] };
  const rows = (isOpen: boolean) =>
    drawBlock(block, theme(40), isOpen).map((row) => row.map((part) => part.text).join(""));
  expect(rows(true)).toHaveLength(100);
  const short = rows(false);
  expect(short).toHaveLength(21);
  expect([short[0], short[9], short[10], short[11], short.at(-1)]).toEqual([
    "› row 1",
    "  row 10",
    "  … 80 more rows (Ctrl-O shows all)",
    "  row 91",
    "  row 100",
  ]);
});
