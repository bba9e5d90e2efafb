// Properties of every turn: one end, every call announced and answered once, a conversation that the next model takes.
import { setImmediate as nextRound } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Approver, ApprovalAnswer } from "../approval/approver.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { ModelEvent } from "../models/model.ts";
import { failed, textOutcome, type Tool } from "../tools/tool.ts";
import { toRequestMessages } from "./conversation.ts";
import { checkConversation } from "./testing/check-conversation.ts";
import { createFakeModel, finish } from "./testing/fake-model.ts";
import { createTool, createTurnScene, prompt, type TurnScene } from "./testing/turn-scene.ts";

/** What a tool of this name does: hang for ever, throw, fail to prepare, … */
const tools: readonly Tool[] = [
  { ...createTool("fine", (text) => textOutcome(text)), kind: "execute" },
  createTool("slow", async (text) => {
    await nextRound();
    return textOutcome(text, { isError: true });
  }),
  { ...createTool("empty", () => ({ parts: [] })), kind: "edit" },
  createTool("throws", () => {
    throw new Error("ouch");
  }),
  { ...createTool("hangs", () => new Promise(() => undefined)), kind: "edit" },
  createTool("obeys", (_text, { signal }) => {
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve(textOutcome("so far")), { once: true });
    });
  }),
  { ...createTool("unready", () => textOutcome("")), prepare: () => failed("makes no sense") },
  { ...createTool("stuck", () => textOutcome("")), prepare: () => new Promise(() => undefined) },
];
const names = [...tools.map(({ name }) => name), "Fine", "nothing"];

const toolCall = fc.record({
  type: fc.constant("tool_call" as const),
  callId: fc.constantFrom("", "call_0", "call_1", "a", "b", "c"),
  name: fc.constantFrom(...names),
  input: fc.oneof(fc.record({ text: fc.string() }), fc.constant('{"text":"json"}'), fc.anything()),
});
const failure = fc.record({
  kind: fc.constantFrom("connection" as const, "context_overflow" as const, "refused" as const),
  message: fc.string(),
});
const wait = { type: "wait" } as const;
const spoken: fc.Arbitrary<ModelEvent | typeof wait> = fc.oneof(
  fc.record({ type: fc.constantFrom("text" as const, "thought" as const), text: fc.string() }),
  fc.record({ type: fc.constantFrom("text_end" as const, "thought_end" as const), provider: fc.constant({ s: 1 }) }),
  fc.record({ type: fc.constantFrom("text_end" as const, "thought_end" as const) }),
  fc.constant({ type: "tool_call_begun" as const, callId: "half", name: "fine" }),
  { weight: 3, arbitrary: toolCall },
  fc.constant(wait),
);
const last: fc.Arbitrary<ModelEvent | "breaks off" | "throws" | "hangs"> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom("stop" as const, "tool_calls" as const, "max_tokens" as const, "refusal" as const, "other" as const)
      .map((reason) => finish(reason)),
  },
  fc.record({ type: fc.constant("failure" as const), failure }),
  fc.constantFrom("breaks off" as const, "throws" as const, "hangs" as const),
);
const answer = fc.record({ events: fc.array(spoken, { maxLength: 8 }), last });

const verdict: fc.Arbitrary<ApprovalAnswer | "hangs" | "throws"> = fc.constantFrom<ApprovalAnswer | "hangs" | "throws">(
  { verdict: "allow" },
  { verdict: "allow" },
  { verdict: "allow" },
  { verdict: "deny", reason: "no", by: "person" },
  { verdict: "deny", reason: "gone", by: "cancelled" },
  "hangs",
  "throws",
);
const script = fc.record({
  answers: fc.array(answer, { minLength: 1, maxLength: 6 }),
  verdicts: fc.array(verdict, { minLength: 1, maxLength: 4 }),
  /** Cancelled behind this many events; whatever hangs needs it in the end. */
  cancelAfter: fc.option(fc.nat(30), { nil: undefined }),
  steerAfter: fc.option(fc.nat(20), { nil: undefined }),
  rewritten: fc.option(fc.anything(), { nil: undefined }),
  goesOn: fc.boolean(),
});
type Script = typeof script extends fc.Arbitrary<infer Value> ? Value : never;

/** What hangs for good is cancelled after this. */
const PATIENCE_MS = 30;

function createModel(answers: Script["answers"]) {
  return createFakeModel(
    answers.map(
      ({ events, last: end }) =>
        async function* () {
          for (const one of events) {
            if (one.type === "wait") await nextRound();
            else yield one;
          }
          if (end === "throws") throw new Error("a bug");
          if (end === "hangs") await new Promise(() => undefined);
          if (typeof end !== "string") yield end;
        },
    ),
    { isOffline: true },
  );
}

function createApprover(verdicts: Script["verdicts"]): Approver {
  let asked = 0;
  return {
    async pass() {
      const answered = verdicts[(asked += 1) % verdicts.length];
      if (answered === "throws") throw new Error("a bug");
      if (answered === "hangs" || answered === undefined) return new Promise(() => undefined);
      return answered;
    },
  };
}

async function play(one: Script): Promise<TurnScene> {
  const hooks: Hooks = {
    before: async () => ({ notices: [], ...(one.rewritten === undefined ? {} : { input: one.rewritten }) }),
    after: async () => ({ remarks: ["noted"], notices: [] }),
  };
  const model = createModel(one.answers);
  const scene = await createTurnScene({
    model,
    tools,
    hooks,
    approver: createApprover(one.verdicts),
    continuation: () => (one.goesOn ? prompt("go on") : undefined),
    onEvent: (_event, { events, control, steering }) => {
      if (events.length === one.cancelAfter) setImmediate(() => control.abort());
      if (events.length === one.steerAfter) steering.push(prompt("left"));
    },
  });
  const patience = setTimeout(() => scene.control.abort(), PATIENCE_MS);
  const end = await scene.run();
  clearTimeout(patience);
  expect("stopReason" in end).toBe(!("failure" in end));
  expect(scene.of("failure")).toHaveLength("failure" in end ? 1 : 0);
  for (const { messages } of model.requests) expect(checkConversation(messages)).toEqual([]);
  return scene;
}

describe("whatever a model, its tools and a person do", () => {
  it("leaves a conversation that can go on, and every call announced and ended once", async () => {
    await fc.assert(
      fc.asyncProperty(script, async (one) => {
        const scene = await play(one);
        expect(checkConversation(scene.conversation.messages)).toEqual([]);
        const roles = toRequestMessages(scene.conversation.messages).map(({ role }) => role);
        expect(roles.some((role, index) => role === "user" && roles[index - 1] === "user")).toBe(false);

        const announced = scene.of("call_announced").map(({ callId }) => callId);
        const ended = scene.of("call_ended").map(({ callId }) => callId);
        expect(new Set(announced).size).toBe(announced.length);
        expect(ended.toSorted()).toEqual(announced.toSorted());
        const order = scene.events.flatMap((event) => ("callId" in event ? [event] : []));
        for (const { callId } of scene.of("call_ended")) {
          const types = order.filter((event) => event.callId === callId).map(({ type }) => type);
          expect([types[0], types.at(-1)]).toEqual(["call_announced", "call_ended"]);
        }
        const opened = new Set([...scene.of("text"), ...scene.of("thought")].map(({ messageId }) => messageId));
        const ends = [...scene.of("text_end"), ...scene.of("thought_end")];
        const closed = ends.map(({ messageId }) => messageId);
        // A second time only with what its provider said late.
        const late = ends.filter(({ messageId }, index) => closed.indexOf(messageId) < index);
        for (const { messageId, provider } of late) {
          expect([provider !== undefined, closed.filter((id) => id === messageId).length]).toEqual([true, 2]);
        }
        expect(Array.from(opened).filter((id) => !closed.includes(id))).toEqual([]);
      }),
      { numRuns: 125 },
    );
  }, 180_000);
});
