// The rest of a session: interactions, compactions, state, what is unknown.
import { describe, expect, it } from "vitest";
import type { PermissionOption, SessionUpdate } from "../generated/types.ts";
import { createEventSequence } from "../session-event-sequence.ts";
import type { SessionEventBody } from "../session-event.ts";
import { createTranscript } from "./create-transcript.ts";
import type { TranscriptSnapshot } from "./snapshot.ts";

function play(...bodies: readonly SessionEventBody[]): TranscriptSnapshot {
  const sequence = createEventSequence("s", { clock: { now: () => 5 } });
  const transcript = createTranscript();
  for (const body of bodies) transcript.apply(sequence.next(body));
  return transcript.snapshot();
}

const update = (value: SessionUpdate): SessionEventBody => ({ type: "update", update: value });
const text = (value: string) => ({ type: "text", text: value }) as const;
const prompt: SessionEventBody = { type: "prompt", prompt: [text("go")] };
const options: PermissionOption[] = [{ optionId: "o", name: "Yes", kind: "allow_once" }];
const asked: SessionEventBody = {
  type: "permission_asked",
  interactionId: "i",
  toolCall: { toolCallId: "t", title: "Write a.txt", status: "pending" },
  options,
};
const answered: SessionEventBody = {
  type: "permission_answered",
  interactionId: "i",
  outcome: { outcome: "selected", optionId: "o" },
  by: "user",
};

it("names who prompted and who answered, where the log does", () => {
  const actor = { surface: "page", person: "anna" };
  const form: SessionEventBody = {
    type: "elicitation_answered",
    interactionId: "f",
    response: { action: "decline" },
    by: "anna",
    actor,
  };
  expect(play({ ...prompt, actor }, asked, { ...answered, actor }, form).items).toMatchObject([
    { type: "user_message", actor },
    { type: "tool_call" },
    { type: "permission", answer: { actor } },
    { type: "elicitation", answer: { actor } },
  ]);
  expect(play(prompt, asked, answered).items.map((item) => "actor" in item)).toEqual([false, false, false]);
});

describe("a permission", () => {
  it("creates a tool call that was not announced, and comes after it", () => {
    expect(play(asked).items).toMatchObject([
      { type: "tool_call", toolCallId: "t", title: "Write a.txt", status: "pending" },
      { type: "permission", toolCallId: "t", options, phase: "open", answer: null },
    ]);
  });

  it("adds to the tool call that is known", () => {
    const call = update({ sessionUpdate: "tool_call", toolCallId: "t", title: "Write", kind: "edit" });
    expect(play(call, asked).items).toMatchObject([
      { type: "tool_call", title: "Write a.txt", kind: "edit" },
      { type: "permission" },
    ]);
  });

  it("shows the first answer, who gave it and why", () => {
    const late: SessionEventBody = { ...answered, outcome: { outcome: "cancelled" }, by: "cancel" };
    const [, permission] = play(asked, { ...answered, by: "rule", reason: "reads are fine" }, late).items;
    const answer = { outcome: { outcome: "selected", optionId: "o" }, by: "rule", reason: "reads are fine", at: 5 };
    expect(permission).toMatchObject({ phase: "answered", answer });
  });

  it("shows that it was cancelled", () => {
    const cancelled: SessionEventBody = { ...answered, outcome: { outcome: "cancelled" }, by: "cancel" };
    expect(play(asked, cancelled).items[1]).toMatchObject({
      phase: "answered",
      answer: { outcome: { outcome: "cancelled" }, by: "cancel", reason: null },
    });
  });

  it("lapses with its turn or its agent, not with another's turn", () => {
    const stop: SessionEventBody = { type: "stop", stopReason: "cancelled" };
    const crash: SessionEventBody = { type: "agent_crashed", message: "gone" };
    const phaseIn = ({ items }: TranscriptSnapshot): unknown =>
      items.flatMap((item) => (item.type === "permission" ? [item.phase] : []))[0];
    expect(phaseIn(play(prompt, asked, stop))).toBe("lapsed");
    expect(phaseIn(play(prompt, asked, stop, answered))).toBe("answered");
    expect(phaseIn(play(asked, prompt, stop))).toBe("open");
    expect(phaseIn(play(asked, crash))).toBe("lapsed");
    expect(phaseIn(play(prompt, asked, answered, stop))).toBe("answered");
  });

  it("is shown even if only the answer is known", () => {
    expect(play(answered).items).toMatchObject([
      { type: "permission", toolCallId: null, options: [], phase: "answered" },
    ]);
  });
});

describe("an elicitation", () => {
  const request = { mode: "url", sessionId: "s", message: "Sign in", elicitationId: "e", url: "https://x" } as const;
  it("shows the request and the first answer", () => {
    const ask: SessionEventBody = { type: "elicitation_asked", interactionId: "e", request };
    const answer: SessionEventBody = {
      type: "elicitation_answered",
      interactionId: "e",
      response: { action: "accept" },
      by: "user",
    };
    const second: SessionEventBody = { ...answer, response: { action: "decline" } };
    expect(play(ask, answer, second).items).toMatchObject([
      {
        type: "elicitation",
        request,
        phase: "answered",
        answer: { response: { action: "accept" }, by: "user", at: 5 },
      },
    ]);
    expect(play(answer).items).toMatchObject([{ type: "elicitation", request: null, phase: "answered" }]);
  });
});

describe("a compaction", () => {
  const compaction = (fields: object): SessionEventBody =>
    update({ sessionUpdate: "compaction_update", compactionId: "c", status: "in_progress", ...fields });
  const chunk = (value: string): SessionEventBody =>
    update({ sessionUpdate: "compaction_summary_chunk", compactionId: "c", content: text(value) });

  it("collects its summary by id and keeps its place", () => {
    const note: SessionEventBody = { type: "note", level: "info", text: "x" };
    expect(play(compaction({}), chunk("a"), note, chunk("b"), compaction({ status: "completed" })).items).toMatchObject(
      [
        { type: "compaction", compactionId: "c", status: "completed", blocks: [{ text: "ab" }], error: null },
        { type: "note" },
      ],
    );
  });

  it("is in progress when the first that comes is a chunk", () => {
    expect(play(chunk("a")).items).toMatchObject([{ status: "in_progress", blocks: [{ text: "a" }] }]);
  });

  it("leaves what is absent, clears what is null, replaces the rest", () => {
    const failed = compaction({ status: "failed", error: "too long" });
    expect(play(chunk("a"), failed, compaction({})).items).toMatchObject([{ error: "too long", blocks: [text("a")] }]);
    expect(play(chunk("a"), failed, compaction({ summary: null, error: null })).items).toMatchObject([
      { error: null, blocks: [] },
    ]);
    expect(play(chunk("a"), compaction({ summary: [text("b")] }), chunk("c")).items).toMatchObject([
      { blocks: [text("bc")] },
    ]);
  });

  it("of our own agent is an event of its own", () => {
    expect(play({ type: "compacted", summary: [text("so far")] }, { type: "compacted" }).items).toMatchObject([
      { type: "compaction", compactionId: null, status: "completed", blocks: [text("so far")] },
      { type: "compaction", compactionId: null, blocks: [] },
    ]);
  });
});

describe("the state", () => {
  it("replaces the whole plan, with unknown statuses", () => {
    const entry = (content: string, status: string) => ({ content, status, priority: "high" });
    const plan = [entry("b", "abandoned")];
    const { state, items } = play(
      update({ sessionUpdate: "plan", entries: [entry("a", "pending"), entry("b", "pending")] }),
      update({ sessionUpdate: "plan", entries: plan }),
    );
    expect(state.plan).toEqual(plan);
    expect(items).toEqual([]);
  });

  it("takes mode and options from updates and from events", () => {
    const modes = [{ id: "plan", name: "Plan" }];
    const option = { type: "boolean", id: "f", name: "F", currentValue: true } as const;
    expect(play({ type: "mode", modeId: "plan", modes }).state).toMatchObject({ modeId: "plan", modes });
    const { state } = play(
      { type: "mode", modeId: "plan", modes },
      update({ sessionUpdate: "current_mode_update", currentModeId: "code" }),
      { type: "config", configOptions: [] },
      update({ sessionUpdate: "config_option_update", configOptions: [option] }),
      update({ sessionUpdate: "available_commands_update", availableCommands: [{ name: "n", description: "d" }] }),
    );
    expect(state).toMatchObject({ modeId: "code", modes, configOptions: [option], commands: [{ name: "n" }] });
  });

  it("leaves title and time when they are absent, and clears them on null", () => {
    const info = (fields: object): SessionEventBody => update({ sessionUpdate: "session_info_update", ...fields });
    const named = info({ title: "T", updatedAt: "2026-01-01T00:00:00Z" });
    expect(play(named, info({})).state).toMatchObject({ title: "T", updatedAt: "2026-01-01T00:00:00Z" });
    expect(play(named, info({ title: null })).state).toMatchObject({ title: null, updatedAt: "2026-01-01T00:00:00Z" });
  });

  it("keeps the cost when usage comes without", () => {
    const cost = { amount: 1, currency: "USD" };
    const { state } = play(
      update({ sessionUpdate: "usage_update", used: 1, size: 10, cost }),
      update({ sessionUpdate: "usage_update", used: 2, size: 10 }),
    );
    expect(state).toMatchObject({ usage: { used: 2, size: 10 }, cost });
  });

  it("knows the agent, and whether a turn runs", () => {
    const agent = { name: "scripted", version: "1" };
    const started: SessionEventBody = { type: "agent_started", agent, agentSessionId: "a", cwd: "/w" };
    expect(play(started, prompt).state).toMatchObject({
      agent: { ...agent, agentSessionId: "a", cwd: "/w" },
      running: true,
    });
    expect(play(prompt, { type: "stop", stopReason: "end_turn" }).state.running).toBe(false);
    expect(play(prompt, { type: "agent_crashed", message: "gone" }).state.running).toBe(false);
  });
});

describe("other items", () => {
  it("are shown in order", () => {
    const usage = { totalTokens: 3, inputTokens: 1, outputTokens: 2 };
    const raw = { sessionUpdate: "dance" };
    const files = [{ path: "a.ts", change: "modified", linesAdded: 1, linesRemoved: 2, isUncovered: true }];
    const unknownEvent = { v: 1, seq: 9, at: 0, sessionId: "s", type: "unknown", raw: { type: "eclipse" } } as const;
    const transcript = createTranscript();
    const sequence = createEventSequence("s", { clock: { now: () => 5 } });
    const bodies: SessionEventBody[] = [
      update({ sessionUpdate: "notice", severity: "warning", title: "Slow" }),
      { type: "note", level: "info", text: "remember" },
      { type: "stop", stopReason: "end_turn", usage },
      { type: "stop", error: { code: -32603, message: "boom" } },
      { type: "changes", files, before: "0198", after: "0199", omitted: 2 },
      { type: "changes", files: [], before: "0199", after: "0199" },
      { type: "agent_crashed", message: "gone", exitCode: 1 },
      { type: "agent_restarted", agent: { name: "x" }, agentSessionId: "a", cwd: "/w", history: "loaded" },
      update({ kind: "unknown", raw }),
    ];
    for (const body of bodies) transcript.apply(sequence.next(body));
    transcript.apply(unknownEvent);
    expect(transcript.snapshot().items).toMatchObject([
      { type: "notice", severity: "warning", title: "Slow", description: null },
      { type: "note", level: "info", text: "remember" },
      { type: "stop", stopReason: "end_turn", error: null, usage },
      { type: "stop", stopReason: null, error: { code: -32603, message: "boom" }, usage: null },
      { type: "changes", files, before: "0198", after: "0199", omitted: 2 },
      { type: "changes", files: [], before: "0199", after: "0199", omitted: 0 },
      { type: "agent_crashed", message: "gone", exitCode: 1, signal: null },
      { type: "agent_restarted", history: "loaded" },
      { type: "unknown", raw },
      { type: "unknown", raw: { type: "eclipse" } },
    ]);
    expect(transcript.lastSeq).toBe(9);
  });
});

describe("a rewind", () => {
  const say = (value: string): SessionEventBody =>
    update({ sessionUpdate: "agent_message_chunk", content: text(value) });
  const stop: SessionEventBody = { type: "stop", stopReason: "end_turn" };
  const turn = (value: string): SessionEventBody[] => [
    { type: "prompt", prompt: [text(value)] },
    say(`${value}!`),
    stop,
  ];
  /** To before the second prompt, the fourth event. */
  const rewound: SessionEventBody = { type: "rewound", toSeq: 3, turn: 2, files: ["a"], actor: { surface: "chat" } };
  const undone: SessionEventBody = { type: "rewound", toSeq: 6, turn: 2, undoes: 7, files: [] };
  const texts = ({ items }: TranscriptSnapshot): readonly unknown[] =>
    items.flatMap((item) => {
      if (item.type === "note") return item.text;
      return "blocks" in item ? item.blocks.map((block) => (block.type === "text" ? block.text : "")) : [];
    });
  const note = "Rewound to before turn 2, 1 file restored · chat";

  it("removes later items, and the next text is a new message", () => {
    expect(texts(play(...turn("one"), ...turn("two"), rewound))).toEqual(["one", "one!", note]);
    expect(texts(play(...turn("one"), ...turn("two"), rewound, say("late")))).toEqual(["one", "one!", note, "late"]);
  });

  it("is undone as long as nothing was prompted since, also one after the other", () => {
    const events = [...turn("one"), ...turn("two"), rewound];
    const back = "Undid the rewind to before turn 2";
    expect(texts(play(...events, undone))).toEqual(["one", "one!", "two", "two!", back]);
    const further: SessionEventBody = { type: "rewound", toSeq: 0, turn: 1, files: [] };
    const undo: SessionEventBody = { type: "rewound", toSeq: 7, turn: 1, undoes: 8, files: [] };
    expect(texts(play(...events, further))).toEqual(["Rewound to before turn 1"]);
    expect(texts(play(...events, further, undo))).toEqual(["one", "one!", note, "Undid the rewind to before turn 1"]);
    expect(texts(play(...events, ...turn("three")))).toEqual(["one", "one!", note, "three", "three!"]);
  });
});

it("knows which agent answered before another one took over", () => {
  const start = (name: string, title: string): SessionEventBody => ({
    type: "agent_started",
    agent: { name, title },
    agentSessionId: "a",
    cwd: "/",
  });
  const { state } = play(start("one", "One"), prompt, start("one", "One"), prompt, start("two", "Two"), prompt);
  expect(state.agent?.title).toBe("Two");
  expect(state.earlierAgents).toEqual([{ name: "one", title: "One", version: undefined, untilSeq: 4 }]);
  expect(play(start("one", "One"), prompt).state.earlierAgents).toBeUndefined();
});
