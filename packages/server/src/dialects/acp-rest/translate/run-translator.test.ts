import type { ContentBlock, SessionEventBody, SessionUpdate } from "@parley/acp";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as contract from "../testing/contract.ts";
import { translateAll, type Told } from "../testing/translate-all.ts";
import type { MessagePart, Run } from "../wire.ts";

const PROMPT: SessionEventBody = { type: "prompt", prompt: [{ type: "text", text: "go" }] };
const STOP: SessionEventBody = { type: "stop", stopReason: "end_turn" };
const update = (body: SessionUpdate): SessionEventBody => ({ type: "update", update: body });
const text = (words: string): ContentBlock => ({ type: "text", text: words });
const said = (words: string, messageId?: string): SessionEventBody =>
  update({ sessionUpdate: "agent_message_chunk", content: text(words), messageId });
const thought = (words: string): SessionEventBody =>
  update({ sessionUpdate: "agent_thought_chunk", content: text(words) });
const called = (toolCallId: string, more: object = {}): SessionEventBody =>
  update({ sessionUpdate: "tool_call", toolCallId, title: `Call ${toolCallId}`, ...more });
const progress = (toolCallId: string, more: object = {}): SessionEventBody =>
  update({ sessionUpdate: "tool_call_update", toolCallId, ...more });
const asked = (interactionId: string): SessionEventBody => ({
  type: "permission_asked",
  interactionId,
  toolCall: { toolCallId: "a", title: "Write a.txt" },
  options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
});
const answered = (interactionId: string, by: string): SessionEventBody => ({
  type: "permission_answered",
  interactionId,
  outcome: { outcome: "selected", optionId: "yes" },
  by,
});

const types = (told: readonly Told[]): string[] => told.map(({ event }) => event.type);
function lastRun(told: readonly Told[]): Run {
  const event = told.at(-1)?.event;
  if (event === undefined || !("run" in event)) throw new Error("no run at the end");
  return event.run;
}
const outputOf = (told: readonly Told[]): MessagePart[][] => lastRun(told).output.map(({ parts }) => [...parts]);

describe("messages", () => {
  test("chunks are parts of one message, and one text in the output", () => {
    const told = translateAll([PROMPT, said("a"), said("b"), said("c"), STOP]);
    expect(types(told)).toEqual([
      "run.created",
      "run.in-progress",
      "message.created",
      "message.part",
      "message.part",
      "message.part",
      "message.completed",
      "run.completed",
    ]);
    expect(outputOf(told)).toEqual([[{ content_type: "text/plain", content: "abc" }]]);
  });

  test("another message id starts another message, and so does text after a tool call", () => {
    const byId = translateAll([PROMPT, said("a", "1"), said("b", "1"), said("c", "2"), STOP]);
    expect(outputOf(byId).map(([part]) => part?.content)).toEqual(["ab", "c"]);
    const byCall = translateAll([PROMPT, said("a"), called("x"), said("b"), STOP]);
    expect(outputOf(byCall).map((parts) => parts.map(({ content_type: type }) => type))).toEqual([
      ["text/plain", "application/json"],
      ["text/plain"],
    ]);
  });

  test("thoughts are trajectory steps without content", () => {
    const [parts] = outputOf(translateAll([PROMPT, thought("hm "), thought("so"), said("yes"), STOP]));
    expect(parts).toEqual([
      { content_type: "text/plain", metadata: { kind: "trajectory", message: "hm so" }, thought: true },
      { content_type: "text/plain", content: "yes" },
    ]);
  });

  test("a tool call is one part of the output, in its final state", () => {
    const told = translateAll([
      PROMPT,
      called("x", { name: "search", rawInput: "cats" }),
      progress("x", { status: "in_progress", content: [{ type: "content", content: text("one") }] }),
      progress("x", { status: "completed", rawOutput: { hits: 3 } }),
      STOP,
    ]);
    const parts = told.flatMap(({ event }) => (event.type === "message.part" ? [event.part.metadata] : []));
    expect(parts).toEqual([
      { kind: "trajectory", message: "Call x", tool_name: "search", tool_input: { value: "cats" } },
      {
        kind: "trajectory",
        tool_name: "search",
        tool_output: { content: [{ type: "content", content: text("one") }] },
      },
      { kind: "trajectory", tool_name: "search", tool_output: { hits: 3 } },
    ]);
    const [[part]] = outputOf(told) as [[MessagePart]];
    expect(part.metadata).toEqual({
      kind: "trajectory",
      message: "Call x",
      tool_name: "search",
      tool_input: { value: "cats" },
      tool_output: { hits: 3 },
    });
    expect(JSON.parse(part.content ?? "")).toMatchObject({ sessionUpdate: "tool_call", status: "completed" });
  });
});

describe("questions", () => {
  test("pause the run, which then continues", () => {
    const told = translateAll([PROMPT, said("a"), asked("q"), answered("q", "token"), said("b"), STOP]);
    expect(types(told)).toEqual([
      "run.created",
      "run.in-progress",
      "message.created",
      "message.part",
      "message.completed",
      "run.awaiting",
      "run.in-progress",
      "message.created",
      "message.part",
      "message.completed",
      "run.completed",
    ]);
    expect(told[5]?.event).toMatchObject({ run: { status: "awaiting", await_request: { type: "message" } } });
  });

  test("that policy answers do not pause the run", () => {
    const told = translateAll([PROMPT, said("a"), asked("q"), answered("q", "remembered"), said("b"), STOP]);
    expect(types(told)).not.toContain("run.awaiting");
    expect(types(told)).toContain("generic");
    expect(outputOf(told)).toEqual([[{ content_type: "text/plain", content: "ab" }]]);
  });

  test("two at the same time are reported one after the other", () => {
    const told = translateAll([PROMPT, asked("q"), asked("r"), answered("q", "token"), answered("r", "token"), STOP]);
    const questions = told.flatMap(({ event }) =>
      event.type === "run.awaiting" ? [event.run.await_request?.message.parts[1]?.content] : [],
    );
    expect(questions.map((json) => (JSON.parse(json ?? "") as { interactionId: string }).interactionId)).toEqual([
      "q",
      "r",
    ]);
    expect(types(told).filter((type) => type === "run.in-progress")).toHaveLength(3);
  });

  test("a question that is cancelled with its run does not resume it", () => {
    const told = translateAll([PROMPT, asked("q"), answered("q", "cancel"), STOP]);
    expect(types(told)).toEqual(["run.created", "run.in-progress", "run.awaiting", "run.completed"]);
  });
});

const words = fc.string({ maxLength: 8 });
const id = fc.constantFrom("1", "2");
const body: fc.Arbitrary<SessionEventBody> = fc.oneof(
  fc.tuple(words, fc.option(id, { nil: undefined })).map(([word, messageId]) => said(word, messageId)),
  words.map(thought),
  fc.constant(
    update({ sessionUpdate: "agent_message_chunk", content: { type: "image", data: "AAAA", mimeType: "image/png" } }),
  ),
  fc.tuple(id, fc.jsonValue()).map(([call, rawInput]) => called(call, { rawInput })),
  fc.tuple(id, fc.jsonValue()).map(([call, rawOutput]) => progress(call, { rawOutput })),
  fc.constant(update({ sessionUpdate: "plan", entries: [{ content: "x", priority: "high", status: "pending" }] })),
  fc.constant(update({ sessionUpdate: "usage_update", used: 1, size: 2 })),
  fc.constant(update({ kind: "unknown", raw: { sessionUpdate: "dance" } })),
  fc.constantFrom<SessionEventBody>(
    { type: "mode", modeId: "qa" },
    { type: "note", level: "info", text: "x" },
    { type: "routed", agent: "qa", confidence: 1, reasoning: "x" },
    { type: "handed_over", from: "a", to: "b" },
  ),
  fc.constantFrom(asked("q"), asked("r"), answered("q", "token"), answered("r", "rule")),
);

describe("any log", () => {
  test("becomes a valid stream in order, with nothing lost", () => {
    fc.assert(
      fc.property(fc.array(body, { maxLength: 30 }), (bodies) => {
        const told = translateAll([PROMPT, ...bodies, STOP]);
        for (const { event } of told) contract.event.parse(event);
        expect(new Set(told.map((one) => one.id)).size).toBe(told.length);

        expect(
          types(told)
            .filter((type) => type !== "generic")
            .join(" "),
        ).toMatch(
          /^run\.created( run\.(in-progress|awaiting)| message\.created( message\.part)+ message\.completed)* run\.completed$/,
        );

        const parts = told.flatMap(({ event }) => (event.type === "message.part" ? [event.part] : []));
        const given = bodies.flatMap((one) => (one.type === "update" ? [one.update] : []));
        const spoken = given.filter(
          ({ sessionUpdate: kind }) => kind?.includes("chunk") || kind?.includes("tool_call"),
        );
        expect(parts).toHaveLength(spoken.length);
        const calls = given.filter(({ sessionUpdate: kind }) => kind?.includes("tool_call"));
        const calling = parts.filter(({ content_type: type }) => type === "application/json");
        expect(calling.map(({ content }) => JSON.parse(content ?? "") as unknown)).toEqual(
          JSON.parse(JSON.stringify(calls)),
        );

        const textIn = (some: readonly MessagePart[]): string =>
          some.map((part) => (part.content_type === "text/plain" ? (part.content ?? "") : "")).join("");
        expect(textIn(lastRun(told).output.flatMap((message) => message.parts))).toBe(textIn(parts));
      }),
    );
  });

  test("becomes a prefix of the later stream when it is incomplete", () => {
    fc.assert(
      fc.property(fc.array(body, { maxLength: 20 }), fc.nat({ max: 20 }), (bodies, count) => {
        const whole = translateAll([PROMPT, ...bodies], true);
        const some = translateAll([PROMPT, ...bodies.slice(0, count)], true);
        expect(whole.slice(0, some.length)).toEqual(some);
      }),
    );
  });
});
