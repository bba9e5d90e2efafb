import { createEventSequence, type SessionEvent, type SessionEventBody } from "@parley/acp";
import { createTranscript } from "@parley/acp/transcript";
import { createFakeClock, eventLoopSettled } from "@parley/test-support";
import { afterEach, describe, expect, it, vi } from "vitest";
import { READER_REFRESH_MS } from "../../limits.ts";
import { plainTheme, toText } from "../../terminal/testing/draw.ts";
import { toKey } from "../testing/keys.ts";
import { Reader } from "./reader.ts";

const ROWS = 12;
const THEME = plainTheme(40);

function open(bodies: readonly SessionEventBody[], earlier: readonly SessionEventBody[] = []) {
  const events = createEventSequence("session", { clock: createFakeClock() });
  const before = earlier.map((body): SessionEvent => events.next(body));
  const transcript = createTranscript({ itemsMax: 20 });
  for (const event of before) transcript.apply(event);
  for (const body of bodies) transcript.apply(events.next(body));
  const copied: string[] = [];
  const asked: number[] = [];
  const reader = new Reader(
    {
      cwd: "/code",
      transcript,
      fetchBefore: (seq) => {
        asked.push(seq);
        return Promise.resolve(before.filter((event) => event.seq < seq));
      },
      notice: () => undefined,
      onChange: () => undefined,
      copy: (text) => copied.push(text) > 0,
      onError: (error) => {
        throw error;
      },
    },
    THEME,
    ROWS,
  );
  const screen = (): string => toText(reader.draw(THEME, ROWS));
  const press = (...keys: readonly string[]): boolean => keys.map((key) => reader.key(toKey(key))).at(-1) ?? true;
  return {
    reader,
    screen,
    press,
    copied,
    asked,
    transcript,
    add: (body: SessionEventBody) => transcript.apply(events.next(body)),
  };
}

function prompt(text: string): SessionEventBody {
  return { type: "prompt", prompt: [{ type: "text", text }] };
}

function call(id: string, lines: number): SessionEventBody {
  const output = Array.from({ length: lines }, (_, index) => `${id} line ${index + 1}`).join("\n");
  return {
    type: "update",
    update: {
      sessionUpdate: "tool_call",
      toolCallId: id,
      title: `Do ${id}`,
      status: "completed",
      content: [{ type: "content", content: { type: "text", text: `${output}\n` } }],
    },
  };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the reader", () => {
  it("begins at the end, with every call as one line that says how much is behind it", () => {
    const { screen } = open([prompt("go"), call("a", 1), call("b", 25)]);
    expect(screen()).toContain("  › go\n\n  ✓ Do a  1 line\n▸ ✓ Do b  25 lines\n");
  });

  it("opens a call in place, with all of its lines", () => {
    const { screen, press } = open([prompt("go"), call("a", 25), call("b", 2)]);
    press("shift-tab", "enter");
    expect(screen()).toContain("▸ ✓ Do a\n    a line 1\n    a line 2");
    press("end");
    expect(screen()).toContain("    a line 25\n  ✓ Do b  2 lines\n");
    press("enter");
    expect(screen()).toContain("▸ ✓ Do a  25 lines");
  });

  it("moves by rows and pages, and never past either end", () => {
    const { screen, press } = open([prompt("go"), call("a", 60)]);
    press("a", "home");
    expect(screen()).toContain("  › go");
    press("page_down");
    expect(screen().split("\n")[1]).toBe("    a line 7");
    press("up");
    expect(screen().split("\n")[1]).toBe("    a line 6");
    for (let step = 0; step < 40; step += 1) press("page_down");
    expect(screen()).toContain("    a line 60\n");
    for (let step = 0; step < 40; step += 1) press("page_up");
    expect(screen().split("\n")[1]).toBe("  › go");
  });

  it("finds text in a closed call, opens it, and goes on to the next one", () => {
    const { screen, press } = open([prompt("go"), call("a", 60), call("b", 60)]);
    press("/", "LINE 42", "enter");
    expect(screen()).toContain("a line 42");
    press("n");
    expect(screen()).toContain("b line 42");
    press("/", "nowhere", "enter");
    expect(screen()).toContain("Not found: nowhere");
  });

  it("stays at the end while more arrives, and elsewhere stays where it is", () => {
    let nowMs = 0;
    vi.spyOn(performance, "now").mockImplementation(() => nowMs);
    const { screen, press, add } = open([prompt("go"), call("a", 30)]);
    press("a");
    expect(screen()).toContain("a line 30");
    nowMs += READER_REFRESH_MS;
    add(call("b", 3));
    expect(screen()).toContain("b line 3");
    press("home");
    nowMs += READER_REFRESH_MS;
    add(call("c", 3));
    expect(screen().split("\n")[1]).toBe("  › go");
  });

  it("copies the chosen call", () => {
    const { press, copied } = open([prompt("go"), call("a", 2)]);
    press("c");
    expect(copied).toEqual(["✓ Do a\n  a line 1\n  a line 2"]);
  });

  it("loads what the transcript no longer has", async () => {
    const old = Array.from({ length: 15 }, (_, index) => call(`old${index}`, 1));
    const { screen, press, asked } = open(
      Array.from({ length: 18 }, (_, index) => call(`new${index}`, 1)),
      old,
    );
    press("home");
    expect(screen()).toContain("Up for earlier");
    press("up");
    await eventLoopSettled();
    press("home");
    expect(asked).toHaveLength(1);
    expect(screen().split("\n")[1]).toContain("✓ Do old0  1 line");
  });

  it.each(["q", "escape", "ctrl-o", "ctrl-c"])("is closed by %s", (key) => {
    expect(open([prompt("go")]).press(key)).toBe(false);
  });
});
