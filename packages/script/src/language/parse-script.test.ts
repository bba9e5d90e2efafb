import { cpuMsOf } from "@parley/test-support";
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { defaultScriptLimits } from "../limits.ts";
import { parseScript } from "./parse-script.ts";
import type { Step, StepKind } from "./step.ts";
import { TOUR_SCRIPT } from "./tour.ts";
import { verbs } from "./verbs.ts";

const problem = (line: number, message: string): Step => ({
  kind: "problem",
  line,
  message: expect.stringContaining(message) as string,
});

test.each<[line: string, step: Step]>([
  ["say hello there", { kind: "say", text: "hello there" }],
  ["   say\thello  ", { kind: "say", text: "hello" }],
  ["/say hello", { kind: "say", text: "hello" }],
  ['say "quoted" stays', { kind: "say", text: '"quoted" stays' }],
  [String.raw`say one\ntwo\tthree\\n \d \ `, { kind: "say", text: "one\ntwo\tthree\\n \\d  " }],
  ["think hm", { kind: "think", text: "hm" }],
  ["user me", { kind: "user", text: "me" }],
  ["show blob", { kind: "show", content: "blob" }],
  ["stream 3 10", { kind: "stream", count: 3, bytes: 10 }],
  ["read a.txt", { kind: "read", path: "a.txt" }],
  ['read "my file.txt" 2', { kind: "read", path: "my file.txt", line: 2 }],
  [String.raw`read C:\new\table.txt 2 9`, { kind: "read", path: String.raw`C:\new\table.txt`, line: 2, limit: 9 }],
  [String.raw`write "a b" x\ny`, { kind: "write", path: "a b", text: "x\ny" }],
  ["edit f a b => c", { kind: "edit", path: "f", oldText: "a b", newText: "c" }],
  ["edit f a =>", { kind: "edit", path: "f", oldText: "a", newText: "" }],
  ["edit f x=>y => z => w", { kind: "edit", path: "f", oldText: "x=>y", newText: "z => w" }],
  [String.raw`edit f a \=> b => \ \ c`, { kind: "edit", path: "f", oldText: "a => b", newText: "  c" }],
  ["diff f => new", { kind: "diff", path: "f", newText: "new" }],
  ["diff f old => new", { kind: "diff", path: "f", oldText: "old", newText: "new" }],
  [String.raw`run printf 'a\nb' | wc`, { kind: "run", command: String.raw`printf 'a\nb' | wc` }],
  ["timeout 50 sleep 1", { kind: "timeout", ms: 50, command: "sleep 1" }],
  ["fetch https://example.com/a?b=c", { kind: "fetch", url: "https://example.com/a?b=c" }],
  ["tool move A to B", { kind: "tool", toolKind: "move", title: "A to B" }],
  ["ask why?", { kind: "ask", question: "why?" }],
  ["elicit url open this", { kind: "elicit", mode: "url", message: "open this" }],
  ["ext _a/b", { kind: "ext", method: "_a/b" }],
  ["tell _a/b", { kind: "tell", method: "_a/b" }],
  ["mode code", { kind: "mode", modeId: "code" }],
  ["config thoughts false", { kind: "config", configId: "thoughts", value: "false" }],
  ["commands a, b,", { kind: "commands", names: ["a", "b"] }],
  ["title A b", { kind: "title", text: "A b" }],
  ["usage 1 2", { kind: "usage", used: 1, size: 2 }],
  ["usage 1 2 0.5", { kind: "usage", used: 1, size: 2, cost: { amount: 0.5, currency: "USD" } }],
  ["usage 1 2 3 EUR", { kind: "usage", used: 1, size: 2, cost: { amount: 3, currency: "EUR" } }],
  ["notice info Hi", { kind: "notice", severity: "info", title: "Hi" }],
  ["notice error Oh; no; no", { kind: "notice", severity: "error", title: "Oh", description: "no; no" }],
  ["compact all of it", { kind: "compact", summary: "all of it" }],
  ["wait 0", { kind: "wait", ms: 0 }],
  ["stop max_tokens", { kind: "stop", reason: "max_tokens" }],
  ["fail no", { kind: "fail", message: "no" }],
  ["help", { kind: "help" }],
])("%j is one step", (line, step) => {
  expect(parseScript(line)).toEqual([step]);
});

test("plan entries carry marks for status and priority, and may hold a protected semicolon", () => {
  expect(parseScript(String.raw`plan [x] !A; [>] B\; b; [ ] ~C; ; [x]`)).toEqual([
    {
      kind: "plan",
      entries: [
        { content: "A", status: "completed", priority: "high" },
        { content: "B; b", status: "in_progress", priority: "medium" },
        { content: "C", status: "pending", priority: "low" },
      ],
    },
  ]);
});

describe("prose", () => {
  it.each(["", "   ", "Hello", "Say hello", "sayhello", "# just a heading", "/unknown command", "help me, please"])(
    "%j is answered as a whole",
    (text) => {
      expect(parseScript(text)).toMatchObject([{ kind: "prose", text }]);
    },
  );

  it("keeps every line of it", () => {
    const text = "# Title\n\nPlease look\r\nat this.";
    expect(parseScript(text)).toEqual([{ kind: "prose", text, problems: [] }]);
  });

  it("remembers lines that begin like a command", () => {
    expect(parseScript("Dear agent,\nread the file and tell me\nwait long")).toMatchObject([
      { kind: "prose", problems: [problem(2, "`read PATH [LINE [LIMIT]]`"), problem(3, "`wait MS`")] },
    ]);
  });
});

describe("a script", () => {
  it("may have blank lines, comments, and any line ends", () => {
    expect(parseScript("# a comment\r\n\r\nsay a\rsay b\n  # another\nsay c\n")).toEqual([
      { kind: "say", text: "a" },
      { kind: "say", text: "b" },
      { kind: "say", text: "c" },
    ]);
  });

  it("has a problem where a line is no command, with its number", () => {
    expect(parseScript("say a\n\nwhat is this\nstream 1\nsay b")).toEqual([
      { kind: "say", text: "a" },
      problem(3, "expected a command"),
      problem(4, "expected `stream COUNT BYTES`"),
      { kind: "say", text: "b" },
    ]);
  });

  it.each([
    ["read", "`read PATH"],
    ['read ""', "`read PATH"],
    ["read a 0", "LINE is between 1"],
    ["read a 4294967296", "LINE is between 1"],
    ["read a 1 2 3", "`read PATH"],
    ["write a", "`write PATH TEXT`"],
    ["edit a b", "`edit PATH OLD => NEW`"],
    ["edit a => b", "OLD is empty"],
    ["stream 0 5", "at least 1"],
    ["stream 1e3 5", "`stream COUNT BYTES`"],
    ["stream -1 5", "`stream COUNT BYTES`"],
    [`stream ${defaultScriptLimits.streamCountMax + 1} 1`, `COUNT may be ${defaultScriptLimits.streamCountMax}`],
    [`stream 2 ${defaultScriptLimits.streamBytesMax}`, `${defaultScriptLimits.streamBytesMax} at most`],
    [`wait ${defaultScriptLimits.waitMsMax + 1}`, `${defaultScriptLimits.waitMsMax} at most`],
    [`timeout ${defaultScriptLimits.waitMsMax + 1} x`, `${defaultScriptLimits.waitMsMax} at most`],
    ["fetch ftp://a", "http:// or https://"],
    ["show video", "`show image|audio|link|resource|blob`"],
    ["tool nothing x", "`tool KIND TITLE`"],
    ["notice info", "TITLE"],
    ["commands a b", "no spaces"],
    ["ext parley", "underscore"],
    ["stop cancelled", "`stop end_turn"],
    ["tour now", "`tour`"],
  ])("says what was expected: %j", (line, expected) => {
    expect(parseScript(`say x\n${line}`)).toEqual([{ kind: "say", text: "x" }, problem(2, expected)]);
  });

  it("is read up to its limit of lines", () => {
    const steps = parseScript("say a\nsay b\nsay c\nsay d", { linesMax: 2 });
    expect(steps).toEqual([
      { kind: "say", text: "a" },
      { kind: "say", text: "b" },
      problem(3, "a script has 2 lines at most"),
    ]);
  });
});

describe("every verb", () => {
  it.each(verbs)("$name parses its own example", ({ name, example, usage }) => {
    const kinds = parseScript(example).map(({ kind }) => kind);
    expect(usage.split(" ")[0]).toBe(name);
    expect(kinds).toEqual(name === "tour" ? parseScript(TOUR_SCRIPT).map(({ kind }) => kind) : [name]);
  });

  it("has a name of its own", () => {
    expect(new Set(verbs.map(({ name }) => name)).size).toBe(verbs.length);
  });
});

describe("the tour", () => {
  const steps = parseScript(TOUR_SCRIPT);

  it("has no line that does not parse", () => {
    expect(steps.filter(({ kind }) => kind === "problem" || kind === "prose")).toEqual([]);
  });

  it("plays every verb but those that end a turn, talk about the language or stand for others", () => {
    const left = new Set<string>(["fail", "stop", "help", "tour"] satisfies (StepKind | "tour")[]);
    const played = new Set<string>(steps.map(({ kind }) => kind));
    expect(verbs.map(({ name }) => name).filter((name) => !played.has(name))).toEqual(
      verbs.map(({ name }) => name).filter((name) => left.has(name)),
    );
  });
});

describe("for any text", () => {
  const word = fc.constantFrom(
    ...verbs.map(({ name }) => name),
    "=>",
    ";",
    ",",
    '"',
    "\\",
    "1",
    "99999999999999999999",
  );
  const line = fc
    .array(fc.oneof(word, fc.string({ unit: "binary" })), { maxLength: 6 })
    .map((parts) => parts.join(" "));
  const script = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));

  it("parses without a throw, to the same plain data every time", () => {
    fc.assert(
      fc.property(script, (text) => {
        const steps = parseScript(text);
        expect(steps.length).toBeGreaterThan(0);
        expect(JSON.parse(JSON.stringify(steps))).toEqual(parseScript(text));
        const prose = steps.filter(({ kind }) => kind === "prose");
        expect(prose.length === 0 || steps.length === 1).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("gives back any text that was escaped, on any system's line ends", () => {
    const printable = fc.string({
      unit: fc.constantFrom("a", "é", "🙂", " ", "\\", "\n", "\t", ";", "=", '"'),
      minLength: 1,
    });
    fc.assert(
      fc.property(printable, fc.constantFrom("\n", "\r\n"), (text, end) => {
        expect(parseScript(`say ${escape(text)}${end}wait 1`)).toEqual([
          { kind: "say", text },
          { kind: "wait", ms: 1 },
        ]);
      }),
    );
  });

  it("takes a long line in linear time", () => {
    const spaces = " ".repeat(1_000_000);
    expect(
      cpuMsOf(() => {
        const backslashes = "\\".repeat(1_000_000);
        parseScript(`say ${spaces}${backslashes}x${backslashes}\nedit f ${spaces}=${spaces}${backslashes} x`);
        // Quadratic would be minutes.
      }),
    ).toBeLessThan(10_000);
  });
});

function escape(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\t", "\\t").replaceAll(" ", "\\ ");
}
