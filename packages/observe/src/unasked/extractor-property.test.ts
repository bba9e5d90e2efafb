import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Frame } from "../frames/frame.ts";
import { createWatchState } from "../state/create-watch-state.ts";
import { createUnaskedFinder } from "./create-unasked-finder.ts";
import { createExtractor } from "../extract/create-extractor.ts";

const METHODS = [
  "initialize",
  "session/new",
  "session/load",
  "session/resume",
  "session/fork",
  "session/prompt",
  "session/update",
  "session/close",
  "session/request_permission",
  "fs/read_text_file",
  "fs/write_text_file",
  "terminal/create",
  "terminal/output",
  "terminal/release",
  "_session/steering",
];
const UPDATES = [
  "agent_message_chunk",
  "agent_thought",
  "tool_call",
  "tool_call_update",
  "tool_call_content_chunk",
  "terminal_update",
  "terminal_output_chunk",
  "plan",
  "plan_update",
  "usage_update",
  "compaction_update",
  "session_info_update",
  "state_update",
  "subagent_update",
];
const KEYS = [
  "toolCallId toolCall kind status locations content rawInput rawOutput path oldPath changes type command args cwd _meta",
  "terminalId output data exitStatus options optionId outcome subject entries used size cost title state stopReason text uri",
  "prompt resource files paths edits compactionId messageId toolName name input",
]
  .join(" ")
  .split(" ");

const word = fc.oneof(
  fc.constantFrom(
    "s1",
    "c1",
    "a.ts",
    "/repo/a.ts",
    "edit",
    "execute",
    "completed",
    "pending",
    "diff",
    "content",
    "idle",
  ),
  fc.string({ maxLength: 12 }),
);
const value = fc.letrec<{ any: unknown; fields: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    word,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("any"), { maxLength: 3 }),
    tie("fields"),
  ),
  fields: fc.dictionary(fc.constantFrom(...KEYS, "__proto__"), tie("any"), { maxKeys: 6 }),
}));
const anyUpdate = fc.tuple(fc.constantFrom(...UPDATES), value.fields).map(([sessionUpdate, fields]) => ({
  ...(fields as object),
  sessionUpdate,
}));
const params = fc
  .tuple(word, value.fields, fc.option(anyUpdate, { nil: undefined }))
  .map(([sessionId, fields, said]) => ({
    ...(fields as object),
    sessionId,
    update: said,
  }));
const anyId = fc.constantFrom(0, 1, "1", null);
const message = fc.oneof(
  fc.record({ id: anyId, method: fc.constantFrom(...METHODS), params }),
  fc.record({ method: fc.constantFrom(...METHODS), params }),
  fc.record({ id: anyId, result: value.any }),
  fc.record({ id: anyId, error: value.any }),
  fc.jsonValue(),
);
const direction = fc.constantFrom("to_agent" as const, "to_client" as const);

describe("an extractor", () => {
  it("never throws and changes nothing, nor do those behind it", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(direction, message), { maxLength: 30 }), (messages) => {
        const extractor = createExtractor();
        const finder = createUnaskedFinder();
        const state = createWatchState({ agentId: "a" });
        for (const [index, [to, said]] of messages.entries()) {
          const before = JSON.stringify(said);
          const frame: Frame = {
            seq: index + 1,
            atMs: index,
            direction: to,
            byteLength: 1,
            text: before,
            message: said,
          };
          for (const observation of extractor.add(frame)) {
            state.add(observation);
            for (const unasked of finder.add(observation)) state.add(unasked);
          }
          expect(JSON.stringify(said)).toBe(before);
          state.tick(index);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("never throws at the beginning of a message that was cut anywhere", () => {
    fc.assert(
      fc.property(message, direction, fc.nat(200), (said, to, length) => {
        const head = (JSON.stringify(said) ?? "").slice(0, length);
        const frame: Frame = {
          seq: 1,
          atMs: 1,
          direction: to,
          byteLength: 2 ** 21,
          text: undefined,
          head,
          message: undefined,
        };
        expect(createExtractor().add(frame).length).toBeGreaterThan(0);
      }),
    );
  });

  it("forgets rather than grows", () => {
    const extractor = createExtractor();
    const add = (said: unknown): void => {
      extractor.add({ seq: 1, atMs: 1, direction: "to_client", byteLength: 1, text: "", message: said });
    };
    const update = (sessionId: string, fields: object): void =>
      add({ method: "session/update", params: { sessionId, update: fields } });
    for (let index = 0; index < 30_000; index += 1) {
      add({ id: index, method: "fs/read_text_file", params: { sessionId: "s", path: `/${index}` } });
      const locations = [{ path: `/${index}` }];
      update(`s${index % 1_000}`, { sessionUpdate: "tool_call", toolCallId: `${index}`, kind: "edit", locations });
    }
    // The oldest question has no answer that is understood, the newest has.
    const answer = (id: number): number =>
      extractor.add({ seq: 1, atMs: 1, direction: "to_agent", byteLength: 1, text: "", message: { id, result: {} } })
        .length;
    expect(answer(0)).toBe(0);
    expect(answer(29_999)).toBe(1);
  });
});
