import type { SessionEvent, SessionEventBody, SessionUpdate } from "@parley/acp";
import { createTempFolder } from "@parley/test-support";
import * as fc from "fast-check";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createFileSessionStore } from "../create-file-session-store.ts";
import type { ReadSession, SessionStore } from "../session-store.ts";
import { chunkOf, eventsOf, promptOf, recordInto, STOP } from "../testing/record.ts";
import { exportSession, type ExportFormat, type ExportOptions } from "./export-session.ts";

const update = (value: SessionUpdate): SessionEventBody => ({ type: "update", update: value });

async function write(store: SessionStore, ...bodies: readonly SessionEventBody[]): Promise<readonly SessionEvent[]> {
  const agent = { name: "goose", title: "Goose", command: "goose", args: ["acp", "--api-key", "hunter2hunter2"] };
  const log = await store.create({ id: "s1", agent, cwd: "/code/`odd`", agentSessionId: "a1" });
  const { add, events } = recordInto(log);
  add(...bodies);
  await log.close();
  return events;
}

async function exported(session: ReadSession, format: ExportFormat, options?: ExportOptions): Promise<string> {
  const pieces: string[] = [];
  await exportSession(session, format, (text) => void pieces.push(text), options);
  return pieces.join("");
}

const all: readonly SessionEventBody[] = [
  {
    type: "prompt",
    prompt: [
      { type: "text", text: "Fix *this* <script>alert(1)</script>" },
      { type: "resource_link", name: "a_b.ts", uri: "file:///a_b.ts" },
      { type: "resource", resource: { uri: "file:///c.ts", text: "```\nconst c = 1;" } },
      { type: "image", data: "aGk=", mimeType: "image/png" },
    ],
  },
  update({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text: "Hm,\n</details> <b>so</b> " } }),
  update({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text: "what" } }),
  chunkOf("Let me see: `a < b`, a <b> and\n\n```ts\nconst x: Array<"),
  chunkOf("string> = [];"),
  update({
    sessionUpdate: "tool_call",
    toolCallId: "c1",
    title: "Edit a_b.ts\n# not a heading",
    kind: "edit",
    status: "pending",
    rawInput: { path: "a_b.ts" },
    locations: [{ path: "/code/a_b.ts", line: 3 }],
  }),
  {
    type: "permission_asked",
    interactionId: "i1",
    toolCall: { toolCallId: "c1" },
    options: [{ optionId: "o", name: "Allow once", kind: "allow_once" }],
  },
  {
    type: "permission_answered",
    interactionId: "i1",
    outcome: { outcome: "selected", optionId: "o" },
    by: "user",
    reason: "looks fine",
  },
  update({
    sessionUpdate: "tool_call_update",
    toolCallId: "c1",
    status: "completed",
    content: [{ type: "diff", path: "/code/a_b.ts", oldText: "one\ntwo\n", newText: "one\n```\n2\n" }],
  }),
  update({
    sessionUpdate: "tool_call",
    toolCallId: "c2",
    title: "Run tests",
    kind: "execute",
    status: "completed",
    content: [
      { type: "terminal", terminalId: "t1" },
      { type: "content", content: { type: "text", text: "ok ````" } },
    ],
  }),
  { type: "terminal", terminalId: "t1", command: "npm test", output: "\u001b[32mpass\u001b[0m\r\n" },
  { type: "terminal", terminalId: "t1", output: "``` done\n", exit: { exitCode: 0, signal: null } },
  { type: "terminal", terminalId: "t2", command: "sleep 9", exit: { exitCode: null, signal: "SIGKILL" } },
  update({
    sessionUpdate: "plan",
    entries: [
      { content: "Read", priority: "high", status: "completed" },
      { content: "Write", priority: "low", status: "in_progress" },
      { content: "Rest", priority: "low", status: "pending" },
    ],
  }),
  { type: "stop", stopReason: "end_turn", usage: { totalTokens: 30, inputTokens: 10, outputTokens: 20 } },
  {
    type: "changes",
    before: "x",
    after: "y",
    omitted: 2,
    files: [
      { path: "a_b.ts", change: "modified", linesAdded: 2, linesRemoved: 1 },
      { path: "new.ts", from: "old.ts", change: "renamed", isUncovered: true },
    ],
  },
  promptOf("And again"),
  { type: "stop", error: { code: -32603, message: "boom" } },
  { type: "agent_crashed", message: "gone", exitCode: 7 },
  { type: "agent_restarted", agent: { name: "x" }, agentSessionId: "a2", cwd: "/", history: "loaded" },
  { type: "note", level: "warning", text: "take care" },
  update({ kind: "unknown", raw: { sessionUpdate: "dance" } }),
];

describe("a session in Markdown", () => {
  it("is readable by people", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path, clock: { now: () => 1_000 } });
    await write(store, ...all);
    appendFileSync(temp.file("s1.ndjson"), "damage\n");
    await expect(await exported(await store.read("s1"), "markdown")).toMatchFileSnapshot("testing/exported.md");
  });

  it("is written in pieces, each awaited before the next", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    const turns = Array.from({ length: 50 }, (_, index) => [promptOf(`turn ${index}`), chunkOf("answer"), STOP]);
    await write(store, ...turns.flat());
    let writing = 0;
    let pieces = 0;
    await exportSession(await store.read("s1"), "markdown", async () => {
      writing += 1;
      pieces += 1;
      expect(writing).toBe(1);
      await Promise.resolve();
      writing -= 1;
    });
    expect(pieces).toBe(151);
    const failing = exportSession(await store.read("s1"), "markdown", () => Promise.reject(new Error("full")));
    await expect(failing).rejects.toThrow("full");
    const options = { signal: AbortSignal.abort(new Error("enough")) };
    await expect(exported(await store.read("s1"), "markdown", options)).rejects.toThrow("enough");
  });

  it("keeps everything of a very long turn, in order", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    const calls = Array.from({ length: 7_000 }, (_, index) =>
      update({
        sessionUpdate: "tool_call",
        toolCallId: `c${index}`,
        title: `call ${index}`,
        status: index % 5_000 === 9 ? "in_progress" : "completed",
      }),
    );
    const outputs = Array.from({ length: 100 }, (_, index): SessionEventBody => ({
      type: "terminal",
      terminalId: "t",
      output: `${index} ${"x".repeat(100_000)}\n`,
    }));
    await write(store, promptOf("go"), ...calls, ...outputs, STOP);
    const text = await exported(await store.read("s1"), "markdown", { redact: false });
    expect([...text.matchAll(/^### Tool: call (\d+)/gm)].map(([, index]) => Number(index))).toEqual(
      calls.map((_, index) => index),
    );
    expect([...text.matchAll(/^(\d+) x+$/gm)].map(([, index]) => Number(index))).toEqual(
      outputs.map((_, index) => index),
    );
  }, 60_000);
});

describe.each(["markdown", "json", "ndjson"] as const)("a session with controls in it, as %s", (format) => {
  it("contains no terminal sequences and no bidirectional controls", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    const bad =
      "\u001b]0;title\u0007\u009d0;title\u009c\u009b31mred\u0085\u001b[2J\u202egnp.exe\u2066x\u2028y\u0000z\r";
    await write(
      store,
      promptOf(bad),
      chunkOf(bad),
      update({ sessionUpdate: "tool_call", toolCallId: "c", title: bad, rawInput: { command: bad } }),
      { type: "terminal", terminalId: "t", command: bad, output: bad },
      { type: "note", level: "warning", text: bad },
    );
    const text = await exported(await store.read("s1"), format);
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
    expect(text).toContain("red");
  });
});

describe("a session as data", () => {
  it("is a valid log as NDJSON", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.file("one") });
    const events = await write(store, ...all);
    const read = await store.read("s1");
    const text = await exported(read, "ndjson", { redact: false });
    mkdirSync(temp.file("two"));
    writeFileSync(temp.file("two", "s1.ndjson"), text);
    const copy = await createFileSessionStore({ folder: temp.file("two") }).read("s1");
    expect(await eventsOf(copy)).toEqual(events);
    expect(copy.info).toEqual(read.info);
  });

  it("is one JSON document, including the damage", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    const events = await write(store, ...all);
    appendFileSync(temp.file("s1.ndjson"), "damage\n");
    const read = await store.read("s1");
    const document = JSON.parse(await exported(read, "json", { redact: false })) as object;
    expect(document).toEqual(
      JSON.parse(JSON.stringify({ schemaVersion: 1, session: read.info, events, damage: read.damage })),
    );
    expect(read.damage).toHaveLength(1);
  });

  it("is valid without events", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    await write(store);
    expect(JSON.parse(await exported(await store.read("s1"), "json"))).toMatchObject({ events: [], damage: [] });
    expect((await exported(await store.read("s1"), "ndjson")).trimEnd().split("\n")).toHaveLength(1);
    expect(await exported(await store.read("s1"), "markdown")).toContain("# New Session");
  });
});

describe("secrets", () => {
  const secret = "hunter2hunter2";
  const bodies: readonly SessionEventBody[] = [
    promptOf(`deploy with API_KEY=${secret} please`),
    chunkOf("The token is sk-hunt", "m1"),
    update({ sessionUpdate: "usage_update", used: 1, size: 2 }),
    chunkOf("er2hunter2, I", "m1"),
    chunkOf(" see", "m1"),
    { type: "terminal", terminalId: "t", output: "export PASSWORD=hunt" },
    { type: "terminal", terminalId: "t", output: "er2hunter2\n" },
    update({
      sessionUpdate: "tool_call",
      toolCallId: "sk-tool-call-0001",
      title: "x",
      rawInput: { env: { API_KEY: secret, USER: "ann" }, url: `https://me:${secret}@host/` },
    }),
    update({
      sessionUpdate: "tool_call_update",
      toolCallId: "sk-tool-call-0001",
      content: [{ type: "content", content: { type: "image", mimeType: "image/png", data: "eyJhbGciOiJIUzI1NiJ9" } }],
    }),
    STOP,
  ];

  it.each<ExportFormat>(["ndjson", "json", "markdown"])(
    "stay out of %s, even when they came in pieces",
    async (format) => {
      await using temp = await createTempFolder();
      const store = createFileSessionStore({ folder: temp.path });
      await write(store, ...bodies);
      const text = await exported(await store.read("s1"), format);
      for (const part of [secret, "hunter2", "sk-hunt", "PASSWORD=hunt"]) expect(text).not.toContain(part);
      expect(text).toContain("ann");
      // Pictures are left as they are, where there are any.
      expect(text.includes("eyJhbGciOiJIUzI1NiJ9")).toBe(format !== "markdown");
      expect(await exported(await store.read("s1"), format, { redact: false })).toContain(secret);
    },
  );

  it("leave the remaining events consistent when removed", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    const events = await write(store, ...bodies);
    const { events: redacted } = JSON.parse(await exported(await store.read("s1"), "json")) as {
      events: SessionEvent[];
    };
    expect(redacted.map(({ seq, type }) => [seq, type])).toEqual(events.map(({ seq, type }) => [seq, type]));
    expect(redacted[1]).toMatchObject({ update: { content: { text: "The token is …, I see" } } });
    expect(redacted[3]).toMatchObject({ update: { content: { text: "" } } });
    expect(redacted[7]).toMatchObject({ sessionId: "s1", update: { toolCallId: "sk-tool-call-0001" } });
  });

  it("are the only thing that is removed", async () => {
    const word = fc.constantFrom("a ", "b\n", "key ", "token ", "é", " = ", "x: y ", "👋");
    const chunks = fc.array(
      fc.array(word, { maxLength: 4 }).map((words) => words.join("")),
      { maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(chunks, async (texts) => {
        await using temp = await createTempFolder();
        const store = createFileSessionStore({ folder: temp.path });
        const events = await write(store, ...texts.map((text) => chunkOf(text)));
        const { events: redacted } = JSON.parse(await exported(await store.read("s1"), "json")) as {
          events: SessionEvent[];
        };
        fc.pre(!texts.join("").includes("token ="));
        expect(redacted).toEqual(JSON.parse(JSON.stringify(events)));
      }),
      { numRuns: 40 },
    );
  });
});
