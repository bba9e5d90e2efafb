import { describe, expect, it } from "vitest";
import type { LoggedEvent } from "../../e2e/serve/dialects.ts";
import type { PromptRecord } from "../record.ts";
import { check } from "./check.ts";
import type { Evidence, SessionEvidence, TurnEvidence } from "./evidence.ts";

const ID = "s1";
const prompt = (seq: number, text: string): LoggedEvent => ({ seq, type: "prompt", prompt: [{ type: "text", text }] });
const chunk = (seq: number, text: string): LoggedEvent => ({
  seq,
  type: "update",
  update: { sessionUpdate: "agent_message_chunk", messageId: `m${seq}`, content: { type: "text", text } },
});
const stop = (seq: number): LoggedEvent => ({ seq, type: "stop", stopReason: "end_turn" });
const LOG = [
  prompt(1, "say a-1"),
  chunk(2, "a"),
  chunk(3, "-1"),
  stop(4),
  prompt(5, "say a-2"),
  chunk(6, "a-2"),
  stop(7),
];
const turn = (id: string, first: number, last: number, state = "completed"): TurnEvidence => {
  return { id, session_id: ID, state, first_seq: first, last_seq: last };
};
const SESSION: SessionEvidence = {
  id: ID,
  logs: ["one", "two", "three"].map((server) => ({ server, events: LOG })),
  turns: [turn("t1", 1, 4), turn("t2", 5, 7)],
  interactions: [{ id: "q1", state: "answered" }],
};
const record = (word: string, turnId: string): PromptRecord => {
  return {
    client: "c",
    dialect: "native",
    sessionId: ID,
    word,
    turnId,
    isAcknowledged: true,
    end: "completed",
    isWitnessed: true,
  };
};
const WHOLE: Evidence = {
  sessions: [SESSION],
  prompts: [{ ...record("a-1", "t1"), answer: { interactionId: "q1", isAllowed: true } }, record("a-2", "t2")],
  follows: [{ client: "f", sessionId: ID, events: LOG.slice(0, 6) }],
  chunks: [
    {
      client: "w",
      sessionId: ID,
      chunks: [
        { messageId: "m3", text: "-1" },
        { messageId: "m6", text: "a-2" },
      ],
    },
  ],
  views: [
    { view: "load", sessionId: ID, text: "a-1a-2" },
    { view: "run", sessionId: ID, turnId: "t2", text: "a-2" },
  ],
  writes: [
    { sessionId: ID, firstSeq: 1, lastSeq: 4, writer: "one", owner: "one", epoch: 3 },
    { sessionId: ID, firstSeq: 5, lastSeq: 7, writer: "two", owner: "two", epoch: 5 },
  ],
  witnesses: ["a-1", "a-2"],
  processes: [],
};

const withSession = (change: Partial<SessionEvidence>): Evidence => ({
  ...WHOLE,
  sessions: [{ ...SESSION, ...change }],
});
const withLog = (events: readonly LoggedEvent[]): Evidence =>
  withSession({ logs: SESSION.logs.map(({ server }) => ({ server, events })) });
const withPrompt = (change: Partial<PromptRecord>): Evidence => ({
  ...WHOLE,
  prompts: [{ ...record("a-1", "t1"), ...change }],
});
const asLog = (...events: readonly LoggedEvent[]): LoggedEvent[] =>
  events.map((event, index) => ({ ...event, seq: index + 1 }));
const [first, second, third] = LOG as [LoggedEvent, LoggedEvent, LoggedEvent];

/** One kind of fault each, and what the checker says of it. */
const FAULTS: readonly (readonly [name: string, Evidence, RegExp])[] = [
  [
    "an acknowledged entry that is lost",
    withLog(LOG.slice(0, 4)),
    /prompt a-2 was acknowledged, and is not in the log/,
  ],
  [
    "an entry that a follower had and that is lost",
    withLog(LOG.slice(0, 5)),
    /f was sent an event 6 of s1 that the log does not have/,
  ],
  ["a duplicate prompt", withLog([...LOG, prompt(8, "say a-1")]), /prompt a-1 is in the log 2 times/],
  ["a gap", withLog(LOG.filter(({ seq }) => seq !== 3)), /event 4 follows event 2/],
  ["a number twice", withLog([first, second, second, ...LOG.slice(3)]), /event 2 follows event 2/],
  [
    "a server with another log",
    withSession({
      logs: [
        { server: "one", events: LOG },
        { server: "two", events: LOG.slice(0, 6) },
      ],
    }),
    /two has another log than one/,
  ],
  [
    "a writer that is not the owner",
    { ...WHOLE, writes: [{ ...WHOLE.writes[0]!, writer: "three" }] },
    /written by three, although one owned the session/,
  ],
  ["an earlier claim that writes", { ...WHOLE, writes: WHOLE.writes.toReversed() }, /claim 3, after one under claim 5/],
  [
    "two turns at once",
    withSession({ turns: [turn("t1", 1, 5), turn("t2", 5, 7)] }),
    /t1 and t2 of session s1 ran at the same time/,
  ],
  [
    "a turn that two servers ended",
    withLog(asLog(first, second, stop(3), stop(4), ...LOG.slice(4))),
    /1 prompts and 2 ends/,
  ],
  [
    "a prompt that was carried out twice",
    { ...WHOLE, witnesses: ["a-1", "a-1", "a-2"] },
    /prompt a-1 was carried out 2 times/,
  ],
  [
    "a prompt that completed without being carried out",
    { ...WHOLE, witnesses: ["a-2"] },
    /a-1 completed, and nothing was/,
  ],
  [
    "a turn that never ends",
    withSession({ turns: [turn("t1", 1, 4), turn("t2", 5, 7, "in_progress")] }),
    /t2 of session s1 is still in_progress/,
  ],
  [
    "a turn that waits for nobody",
    withSession({ turns: [turn("t1", 1, 4), turn("t2", 5, 7, "awaiting")] }),
    /t2 waits for a person, but no question is open/,
  ],
  [
    "a turn that failed without a reason",
    withSession({ turns: [turn("t1", 1, 4), turn("t2", 5, 7, "failed")] }),
    /t2 failed without a reason/,
  ],
  [
    "an end that was reported and is another",
    withPrompt({ end: "cancelled" }),
    /was reported as cancelled, and is completed/,
  ],
  ["a turn that is gone", withPrompt({ turnId: "t9" }), /turn t9 of a-1, which a server acknowledged, is gone/],
  ["a session that is gone", withPrompt({ sessionId: "s9" }), /session s9, which a server acknowledged, is gone/],
  [
    "an answer that is lost",
    withSession({ interactions: [{ id: "q1", state: "pending" }] }),
    /the answer to a-1 was acknowledged, and is pending/,
  ],
  [
    "a follower with a gap",
    { ...WHOLE, follows: [{ client: "f", sessionId: ID, events: [first, third] }] },
    /f was sent event 3 of s1 in place of event 2/,
  ],
  [
    "a follower with a duplicate",
    { ...WHOLE, follows: [{ client: "f", sessionId: ID, events: [first, first] }] },
    /f was sent event 1 of s1 in place of event 2/,
  ],
  [
    "a follower with another event",
    { ...WHOLE, follows: [{ client: "f", sessionId: ID, events: [prompt(1, "say b")] }] },
    /f was sent an event 1 of s1 that/,
  ],
  [
    "an update that was shown twice",
    {
      ...WHOLE,
      chunks: [{ ...WHOLE.chunks[0]!, chunks: [...WHOLE.chunks[0]!.chunks, { messageId: "m6", text: "a-2" }] }],
    },
    /w was shown "a-2" of s1 twice/,
  ],
  [
    "a view that is not the log",
    { ...WHOLE, views: [{ view: "load", sessionId: ID, text: "a-1" }] },
    /load shows "a-1" of s1, the log has "a-1a-2"/,
  ],
  ["a process that is left", { ...WHOLE, processes: ["7 node agent"] }, /a process is left: 7 node agent/],
];

describe("the checker", () => {
  it("finds nothing in a run in which all went well", () => {
    expect(check(WHOLE)).toEqual([]);
  });

  it.each(FAULTS)("finds %s", (_, evidence, sentence) => {
    expect(check(evidence)).toContainEqual(expect.stringMatching(sentence));
  });

  it("takes a turn that waits for a person, and what is queued behind it, as they are", () => {
    const turns = [turn("t1", 1, 4, "awaiting"), { id: "t2", session_id: ID, state: "created" }];
    const evidence = {
      ...withSession({ turns, interactions: [{ id: "q1", state: "pending" }] }),
      prompts: [],
      views: [],
    };
    expect(check(evidence)).toEqual([]);
  });
});
