import type { CreateElicitationRequest, RequestPermissionRequest } from "@parley/acp";
import { RpcError } from "@parley/rpc";
import { EVERY_CAPABILITY } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import type { PersonReply } from "../tools/tool-context.ts";
import { CHOICES_MAX } from "../limits.ts";
import { createPersonPort } from "./person.ts";
import { QuestionQueue } from "./question-queue.ts";
import { openTestApprover, SESSION_ID, type TestApprover } from "./testing/open-approver.ts";

const { elicitation: _, ...WITHOUT_FORMS } = EVERY_CAPABILITY;

function ask(
  test: TestApprover,
  choices: readonly string[] = [],
  { signal = new AbortController().signal, question = "Which colour?" } = {},
): Promise<PersonReply> {
  const record = (body: TestApprover["events"][number]): void => void test.events.push(body);
  const person = createPersonPort({ client: test.client, sessionId: SESSION_ID, record });
  return person.ask({ callId: "call-1", question, choices }, signal);
}

describe("a client with forms", () => {
  it("is asked for text, or for one of the choices, each once", async () => {
    const contents = ["dark red", "red"];
    await using test = await openTestApprover({
      answer: () => ({ action: "accept", content: { answer: contents.shift() ?? "" } }),
    });
    expect(await ask(test)).toEqual({ answer: "dark red" });
    expect(await ask(test, ["red", "blue", "red"])).toEqual({ answer: "red" });
    const [free, closed] = test.asked as CreateElicitationRequest[];
    expect(free).toMatchObject({
      mode: "form",
      sessionId: SESSION_ID,
      toolCallId: "call-1",
      message: "Which colour?",
      requestedSchema: { properties: { answer: { type: "string" } }, required: ["answer"] },
    });
    expect(closed).toMatchObject({ requestedSchema: { properties: { answer: { enum: ["red", "blue"] } } } });
    expect(test.eventsOf("elicitation_asked")).toHaveLength(2);
    expect(test.eventsOf("elicitation_answered")).toMatchObject([
      { by: "user", response: { action: "accept", content: { answer: "dark red" } } },
      { by: "user" },
    ]);
  });

  it.each([
    ["declines", () => ({ action: "decline" as const })],
    ["cancels", () => ({ action: "cancel" as const })],
    ["leaves it empty", () => ({ action: "accept" as const, content: { answer: " " } })],
    ["fills in nothing", () => ({ action: "accept" as const })],
    ["fills in a number", () => ({ action: "accept" as const, content: { answer: 7 } })],
    ["answers something else", () => ({ action: "accept" as const, content: { answer: "green" } })],
    ["fails", () => Promise.reject(new RpcError(-32603, "no window"))],
  ])("that %s leaves it unanswered", async (_name, answer) => {
    await using test = await openTestApprover({ answer });
    expect(await ask(test, ["red", "blue"])).toEqual({ unanswered: expect.any(String) });
    expect(test.eventsOf("elicitation_answered")).toHaveLength(1);
  });

  it("is not waited for once the turn is cancelled", async () => {
    await using test = await openTestApprover({ answer: () => new Promise(() => undefined) });
    const stop = new AbortController();
    const asking = ask(test, [], { signal: stop.signal });
    await test.fake.calls.find("the form", () => true);
    stop.abort();
    expect(await asking).toEqual({ unanswered: expect.stringContaining("cancelled") });
    expect(test.eventsOf("elicitation_answered")).toMatchObject([{ by: "cancel" }]);
    expect(await ask(test, [], { signal: stop.signal })).toEqual({ unanswered: expect.any(String) });
  });
});

describe("a client without forms", () => {
  it("gets the choices as options", async () => {
    await using test = await openTestApprover({
      capabilities: WITHOUT_FORMS,
      permit: ({ options }) => ({ outcome: { outcome: "selected", optionId: options[1]?.optionId ?? "" } }),
    });
    expect(await ask(test, ["red", "blue"])).toEqual({ answer: "blue" });
    const [request] = test.asked as RequestPermissionRequest[];
    expect(request).toMatchObject({ toolCall: { toolCallId: "call-1", title: "Which colour?" } });
    expect(request?.options.map(({ name, kind }) => [name, kind])).toEqual([
      ["red", "allow_once"],
      ["blue", "allow_once"],
      ["No answer", "reject_once"],
    ]);
    expect(test.eventsOf("permission_answered")).toMatchObject([{ by: "user" }]);
  });

  it.each([
    [
      "chooses none",
      () => ({ outcome: { outcome: "selected" as const, optionId: "no-answer" } }),
      "declined to answer",
    ],
    ["dismisses it", () => ({ outcome: { outcome: "cancelled" as const } }), "declined to answer"],
    ["invents one", () => ({ outcome: { outcome: "selected" as const, optionId: "x" } }), "not one of the options"],
    ["fails", () => Promise.reject(new RpcError(-32603, "no window")), "no window"],
  ])("that %s leaves it unanswered", async (_name, permit, words) => {
    await using test = await openTestApprover({ capabilities: WITHOUT_FORMS, permit });
    expect(await ask(test, ["red", "blue"])).toEqual({ unanswered: expect.stringContaining(words) });
  });

  it("cannot be asked for text, and the model learns what to do instead", async () => {
    await using test = await openTestApprover({ capabilities: WITHOUT_FORMS });
    expect(await ask(test)).toEqual({ unanswered: expect.stringContaining("in your message") });
    expect(test.asked).toEqual([]);
  });
});

it("refuses questions that make no sense", async () => {
  await using test = await openTestApprover();
  const many = Array.from({ length: CHOICES_MAX + 1 }, (_value, index) => `${index}`);
  for (const asking of [ask(test, many), ask(test, ["a", " "]), ask(test, [], { question: " " })]) {
    expect(await asking).toEqual({ unanswered: expect.any(String) });
  }
  expect(test.asked).toEqual([]);
});

it("does not ask on autopilot, and waits in the queue of questions", async () => {
  await using test = await openTestApprover();
  const questions = new QuestionQueue();
  let level: "autopilot" | "auto" = "autopilot";
  const options = { client: test.client, sessionId: SESSION_ID, record: () => undefined, questions };
  const person = createPersonPort({ ...options, approval: () => level });
  const question = { callId: "c", question: "Which?", choices: [] };
  const { signal } = new AbortController();
  expect(await person.ask(question, signal)).toEqual({ unanswered: expect.stringContaining("autopilot") });
  level = "auto";
  const before = questions.take();
  const asking = person.ask(question, signal);
  await new Promise((resolve) => setImmediate(resolve));
  expect(test.asked).toEqual([]);
  before.leave();
  expect(await asking).toEqual({ answer: "42" });
});
