// Every lie of the lying agent, told to the whole client by a real process: a clear message, a defined state, nobody left behind.
import type { SessionEvent } from "@parley/acp";
import { bundleProgram, createMarker, FLOOD_UPDATES, lies, lyingAgent, type LieName } from "@parley/test-support";
import { EventEmitter } from "node:events";
import { describe, it, type ExpectStatic } from "vitest";
import type { Feature } from "../features/feature.ts";
import type { Session } from "../sessions/session.ts";
import { summarize, text } from "../testing/events.ts";
import { createTestAgent, type TestAgent } from "../testing/test-agent.ts";

const CWD = process.cwd();
/** Longer than anything here takes. */
const LONG_MS = 120_000;
const names = Object.keys(lies) as LieName[];

interface Stage {
  readonly test: TestAgent;
  readonly session: Session;
  readonly events: () => readonly SessionEvent[];
  readonly expect: ExpectStatic;
}

interface Scene {
  /** How the turn with the lie ends. */
  readonly result?: object;
  /** What is in the log of that turn, between prompt and stop; texts by their text. */
  readonly turn?: readonly string[];
  /** Something done while the turn is under way. */
  readonly during?: (stage: Stage) => Promise<unknown>;
  /** The kinds of problems that are reported. */
  readonly problems?: readonly string[];
  /** What the agent says behind its answer: it is heard, within the turn or just after it. */
  readonly behind?: string;
  /** Instead of a turn with the lie. */
  readonly instead?: (stage: Omit<Stage, "session" | "events">) => Promise<void>;
  /** Instead of another turn, which goes as it should. */
  readonly next?: (stage: Stage) => Promise<void>;
  readonly also?: (stage: Stage) => unknown;
}

const HEARD = ["before", "after"];
const END = { stopReason: "end_turn" };
const crash = (message: string) => ({ error: { code: "agent_crashed", message } });
const QUIET = "No error output.";

/** What is out of the ordinary; everything else is a turn as any other. */
const scenes: Partial<Readonly<Record<LieName, Scene>>> = {
  // The process.
  "exits-mid-turn": crashes("Test agent exited with code 3 and no error output."),
  "killed-mid-turn": crashes(`Test agent was killed by SIGKILL. ${QUIET}`),
  "dies-mid-line": { ...crashes("Test agent exited with code 0 and no error output."), problems: ["malformed"] },
  "closes-stdout": crashes(`Test agent closed its output and can no longer respond. ${QUIET}`),
  "last-line-unterminated": {
    next: async ({ test, session, expect }) => {
      await expect.poll(() => test.states.map(({ state }) => state)).toContain("error");
      expect(await session.prompt(text("once more"))).toEqual(END);
    },
  },
  "closes-stdin": {
    next: async ({ session, expect }) => {
      const unheard = {
        code: "agent_crashed",
        message: expect.stringContaining("can no longer be reached") as string,
      };
      expect(await session.prompt(text("unheard"))).toMatchObject({ error: unheard });
      expect(await session.prompt(text("once more"))).toEqual(END);
    },
  },
  "floods-stderr": { also: ({ test, expect }) => expect(test.agent.stderr).toHaveLength(256 * 1024) },
  // Silence.
  "never-answers-initialize": {
    instead: async ({ test, expect }) => {
      await expect(test.agent.newSession({ cwd: CWD })).rejects.toMatchObject({
        code: "request_timeout",
        message: expect.stringContaining("did not answer initialize") as string,
      });
      expect(test.agent.state).toMatchObject({ state: "error", error: { code: "request_timeout" } });
    },
  },
  "never-answers-a-prompt": {
    result: { stopReason: "cancelled" },
    turn: ["before"],
    during: ({ session }) => session.cancel({ force: true }),
  },
  "ignores-cancel": {
    during: ({ session }) => session.cancel(),
    result: { stopReason: "cancelled" },
    turn: [...HEARD, "note"],
  },
  // Bytes.
  "log-lines": { problems: ["malformed", "malformed", "malformed"] },
  binary: { problems: ["malformed"] },
  "half-json": { problems: ["malformed"] },
  "deep-nesting": { problems: ["malformed"] },
  crlf: { turn: ["before", "crlf", "after"] },
  bom: { turn: ["before", "bom", "after"] },
  "invalid-utf8": { turn: ["before", "bad \uFFFD byte", "after"] },
  "cut-anywhere": { turn: ["before", 'ä€😀 \\ "', "after"] },
  scalars: { problems: Array.from({ length: 4 }, () => "invalid_message") },
  "huge-notification": { problems: ["malformed"] },
  "huge-answer": {
    result: { error: { code: "message_too_large" } },
    turn: ["before"],
    behind: "after",
    problems: ["malformed"],
  },
  "huge-request": { problems: ["malformed"] },
  // Floods.
  "floods-updates": {
    turn: ["before", ...Array.from({ length: FLOOD_UPDATES }, (_, index) => String(index)), "after"],
  },
  // Envelopes.
  batch: { problems: ["invalid_message"] },
  "wrong-version": { problems: ["invalid_message"] },
  "odd-methods": { problems: ["invalid_message", "invalid_message", "invalid_message"] },
  "odd-params": { problems: ["invalid_params", "invalid_params"] },
  "empty-object": { problems: ["invalid_message", "invalid_message", "invalid_message"] },
  "result-and-error": { result: { error: { code: -32_603, message: "Both" } } },
  "neither-result-nor-error": { result: { error: { code: "invalid_message" } }, problems: ["invalid_message"] },
  "bare-error": { result: { error: { code: -32_603 } } },
  "null-result": { also: ({ session }) => session.setMode("code") },
  // Ids.
  "answers-twice": {
    problems: ["unmatched_response"],
    also: ({ events, expect }) => expect.poll(() => summarize(events())).toContain("late"),
  },
  "unknown-ids": { problems: ["unmatched_response", "unmatched_response", "unmatched_response"] },
  "id-as-text": { problems: ["unmatched_response"] },
  "same-id-twice": { problems: ["duplicate_request_id"] },
  "odd-ids": { problems: ["invalid_message", "invalid_message", "invalid_message"] },
  // Order.
  "answers-out-of-order": {
    during: ({ session }) => Promise.all([1, 2, 3].map(() => session.setMode("code"))),
    turn: ["before", "mode", "mode", "mode", "after"],
  },
  "updates-after-the-answer": {
    also: ({ session, expect }) => expect.poll(() => session.transcript.snapshot().state.title).toBe("Late"),
  },
  "updates-before-the-session": {
    also: ({ events, expect }) => expect(summarize(events()).slice(0, 2)).toEqual(["agent_started", "early"]),
  },
  "unknown-session": {
    problems: ["unknown_session"],
    also: ({ test, expect }) =>
      expect(test.problems[0]).toMatchObject({ method: "session/update", sessionId: "stray" }),
  },
  // Content.
  "invalid-update": {
    // What names no session belongs to the only one.
    turn: ["before", "plan", "after"],
    problems: ["invalid_params", "invalid_params", "invalid_params", "session_omitted"],
  },
  "invalid-result": { result: { error: { code: "invalid_message" } } },
  "no-session-id": {
    instead: async ({ test, expect }) => {
      await expect(test.agent.newSession({ cwd: CWD })).rejects.toMatchObject({ code: "invalid_message" });
      expect(test.agent.state).toMatchObject({ state: "running" });
      expect(await test.store.list()).toEqual([]);
    },
  },
  "unknown-updates": {
    turn: ["before", "undefined", "undefined", "after"],
    also: ({ session, expect }) =>
      expect(session.transcript.snapshot().items.map(({ type }) => type)).toContain("unknown"),
  },
  "unknown-content": { turn: ["before", "agent_message_chunk", "tool_call", "after"] },
  "unknown-enums": { turn: ["before", "tool_call", "after"], problems: ["repaired"] },
  "unknown-stop-reason": { result: { stopReason: "bored" } },
  "extra-fields": { turn: ["before", "extra", "after"] },
  // Calls.
  "notification-as-request": { turn: ["before", "asked", "after"] },
  // Tool calls.
  "update-before-call": { turn: ["before", "tool_call_update", "tool_call", "after"] },
  "repeated-call": { turn: ["before", "tool_call", "tool_call", "after"] },
  "failed-then-pending": { turn: ["before", "tool_call", "tool_call_update", "after"] },
  "unknown-terminal": { turn: ["before", "tool_call", "tool_call_update", "tool_call_update", "after"] },
  // Sessions.
  "history-after-load": { also: restartsWithout("one") },
  "load-of-an-open-session": { also: restartsWithout("lost") },
  "modes-are-urls": {
    also: ({ session, expect }) => expect(session.choices.modeId).toBe("https://example.com/modes#agent"),
  },
  "commands-at-any-time": {
    turn: ["before", "available_commands_update", "after"],
    also: ({ session, expect }) => expect.poll(() => session.commands).toEqual([]),
  },
  "closed-already": {
    also: async ({ test, session, expect }) => {
      await session.delete();
      expect(await test.store.list()).toEqual([]);
    },
  },
  // Versions.
  "echoes-version-2": { problems: ["version_echo"] },
  "speaks-version-2": {
    instead: async ({ test, expect }) => {
      await expect(test.agent.start()).rejects.toMatchObject({ code: "agent_version" });
      expect(test.agent.state).toMatchObject({ state: "error", error: { code: "agent_version" } });
    },
  },
};

function crashes(message: string): Scene {
  return {
    result: crash(message),
    turn: ["before", "agent_crashed"],
    also: ({ test, expect }) =>
      expect(test.states.map(({ state }) => state)).toEqual(["starting", "running", "error", "starting", "running"]),
  };
}

function restartsWithout(word: string): NonNullable<Scene["also"]> {
  return async ({ test, session, events, expect }) => {
    await test.agent.restart();
    expect(await session.prompt(text("once more"))).toEqual(END);
    expect(summarize(events()).join(" ")).not.toContain(word);
  };
}

const second = new EventEmitter();

/** Answers with the last option, by its id; the first of two questions only when the second is there. */
const person: Feature = {
  name: "person",
  capabilities: { terminal: true },
  open: async () => ({
    handlers: {
      "session/request_permission": async ({ toolCall, options }) => {
        if (toolCall.title === "first") await new Promise((resolve) => second.once("asked", resolve));
        if (toolCall.title === "second") second.emit("asked");
        const option = options.at(-1);
        return { outcome: option ? { outcome: "selected", optionId: option.optionId } : { outcome: "cancelled" } };
      },
      "terminal/create": () => ({ terminalId: "terminal-1" }),
    },
    close: async () => undefined,
  }),
};

async function tell(name: LieName, expect: ExpectStatic): Promise<void> {
  const { result = END, turn = HEARD, behind, during, problems = [], instead, next, also } = scenes[name] ?? {};
  const marker = createMarker();
  const program = [await bundleProgram(lyingAgent.main), JSON.stringify({ lie: name })];
  // Short only where the lie is that nothing comes: whatever does come may take its time on a busy machine.
  const limits = {
    initializeMs: name === "never-answers-initialize" ? 1_000 : LONG_MS,
    restartDelaysMs: [0],
    endSettleMs: name === "closes-stdout" || name === "closes-stdin" ? 500 : LONG_MS,
    rpc: { closeGraceMs: name === "closes-stdin" ? 200 : LONG_MS },
  };
  const test = createTestAgent({ program, env: marker.env, features: [person], limits });
  try {
    if (instead !== undefined) return await instead({ test, expect });
    const session = await test.agent.newSession({ cwd: CWD });
    const events = (): readonly SessionEvent[] => test.store.written(session.id);
    const stage: Stage = { test, session, events, expect };
    const prompted = session.prompt(text("lie"));
    if (during !== undefined) {
      await expect.poll(() => summarize(events())).toContain("before");
      await during(stage);
    }
    expect(await prompted).toMatchObject(result);
    const kinds = summarize(events());
    const body = kinds.slice(kinds.indexOf("prompt") + 1, kinds.indexOf("stop")).filter((kind) => kind !== behind);
    if (behind !== undefined) await expect.poll(() => summarize(events())).toContain(behind);
    expect(during === undefined ? body : body.toSorted()).toEqual(during === undefined ? turn : turn.toSorted());
    if (next !== undefined) await next(stage);
    else expect(await session.prompt(text("once more"))).toEqual(END);
    await also?.(stage);
    expect(test.problems.map(({ kind }) => kind)).toEqual(problems);
    expect(test.agent.state).toMatchObject({ state: "running" });
  } finally {
    await test.agent.close();
    expect(test.agent.state).toEqual({ state: "stopped" });
    expect(await marker.reap()).toEqual([]);
    expect(test.store.openIds.size).toBe(0);
  }
}

describe.concurrent("an agent that lies to the client", { timeout: 180_000 }, () => {
  for (const name of names) {
    it(`${lies[name].about} (${name})`, async ({ expect }) => {
      expect.hasAssertions();
      await tell(name, expect);
    });
  }
});
