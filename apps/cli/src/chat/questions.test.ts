import type { PermissionQuestion } from "@parley/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { plainTheme, toText } from "../terminal/testing/draw.ts";
import { KeyboardFocus } from "./keyboard-focus.ts";
import { ANSWER_GUARD_MS, ANSWER_PAUSE_MS } from "../limits.ts";
import { Questions } from "./questions.ts";
import { toKey } from "./testing/keys.ts";

function open(): { questions: Questions; focus: KeyboardFocus; cancelled: number[]; shown: () => string } {
  const cancelled: number[] = [];
  const questions = new Questions({
    onChange: () => undefined,
    cancelTurn: () => cancelled.push(1),
    sessionId: () => undefined,
    workspace: () => "/w",
    agentTitle: () => "Agent",
    isNumbered: () => false,
    print: () => undefined,
  });
  const focus = new KeyboardFocus(questions, () => undefined);
  return { questions, focus, cancelled, shown: () => toText(focus.panel?.draw(plainTheme(), 30).lines ?? []) };
}

const question = (title: string): PermissionQuestion => ({
  interactionId: title,
  sessionId: "s",
  agentName: "a",
  toolCall: { toolCallId: title, title },
  options: [
    { optionId: "yes", name: "Yes", kind: "allow_once" },
    { optionId: "no", name: "No", kind: "reject_once" },
  ],
  origin: "agent",
  decision: { reason: "" },
  proposals: [],
});

const NEVER = new AbortController().signal;

describe("Questions", () => {
  it("are asked one after the other, and a key that is held down answers one of them", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { questions, focus, shown } = open();
    const [first, second] = [
      questions.permission(question("one"), NEVER),
      questions.permission(question("two"), NEVER),
    ];
    expect(shown()).toContain("one · Agent asks · 1 more question");
    focus.key(toKey("y"));
    expect(shown()).toContain("two");
    for (let count = 0; count < 3; count += 1) {
      expect(focus.isHeld).toBe(true);
      expect(focus.key(toKey("y"))).toBe(true);
      vi.advanceTimersByTime(ANSWER_PAUSE_MS / 2);
    }
    expect(shown()).toContain("two");
    vi.advanceTimersByTime(ANSWER_PAUSE_MS);
    expect(focus.isHeld).toBe(false);
    focus.key(toKey("n"));
    expect(await Promise.all([first, second])).toEqual([
      { outcome: { outcome: "selected", optionId: "yes" } },
      { outcome: { outcome: "selected", optionId: "no" } },
    ]);
    expect(focus.panel).toBeUndefined();
  });

  it("go when they are no longer wanted, wherever they stand", async () => {
    const { questions, shown } = open();
    const abort = new AbortController();
    const first = questions.permission(question("one"), NEVER);
    const second = questions.permission(question("two"), abort.signal);
    abort.abort();
    expect(await second).toMatchObject({ outcome: { outcome: "cancelled" } });
    expect(shown()).not.toContain("more to answer");
    questions.close();
    expect(await first).toMatchObject({ outcome: { outcome: "cancelled" } });
    expect(await questions.permission(question("three"), abort.signal)).toMatchObject({ by: "cancel" });
  });

  it("cancel the turn with Escape", async () => {
    const { questions, focus, cancelled } = open();
    const asked = questions.permission(question("one"), NEVER);
    focus.key(toKey("escape"));
    expect(await asked).toMatchObject({ outcome: { outcome: "cancelled" } });
    expect(cancelled).toEqual([1]);
  });

  it("are forms and pages too, and what is of an unknown kind is declined", async () => {
    const { questions, focus } = open();
    const base = { interactionId: "i", sessionId: "s", agentName: "a" };
    const page = questions.elicitation(
      {
        ...base,
        request: { mode: "url", message: "Open", url: "https://example.com", elicitationId: "e", sessionId: "s" },
      },
      NEVER,
    );
    await expect.poll(() => focus.panel).toBeDefined();
    focus.key(toKey("y"));
    expect(await page).toEqual({ action: "accept" });
    expect(await questions.elicitation({ ...base, request: { kind: "unknown", raw: {} } }, NEVER)).toEqual({
      action: "decline",
    });
  });

  it("keep an answer that was refused for the next try", async () => {
    const { questions, focus, shown } = open();
    const requestedSchema = { type: "object", properties: { name: { type: "string" } } } as const;
    const asked = {
      interactionId: "i",
      sessionId: "s",
      agentName: "a",
      request: {
        mode: "form",
        message: "Who?",
        sessionId: "s",
        requestedSchema: { ...requestedSchema, properties: { name: { type: "string" as const } } },
      },
    } as const;
    const first = questions.elicitation(asked, NEVER);
    await expect.poll(() => focus.panel).toBeDefined();
    for (const said of ["Ada", "enter"]) focus.key(toKey(said));
    expect(await first).toEqual({ action: "accept", content: { name: "Ada" } });
    void questions.elicitation({ ...asked, refused: { field: "name", problem: "must be longer" } }, NEVER);
    await expect.poll(() => focus.panel).toBeDefined();
    expect(shown()).toContain("› Ada\n  This field must be longer.");
  });

  it("are not answered by somebody who was typing when they came up, and goes on to", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { questions, focus } = open();
    focus.typed();
    const asked = questions.permission(question("one"), NEVER);
    for (let count = 0; count < 3; count += 1) {
      vi.advanceTimersByTime(ANSWER_GUARD_MS / 2);
      // The key is for the input, which says so.
      expect(focus.key(toKey("y"))).toBe(false);
      focus.typed();
    }
    expect(focus.panel).toBeDefined();
    vi.advanceTimersByTime(ANSWER_GUARD_MS + 1);
    expect(focus.key(toKey("y"))).toBe(true);
    expect(await asked).toMatchObject({ outcome: { optionId: "yes" } });
  });

  it("are answered at once by somebody who has just sent something", async () => {
    const { questions, focus } = open();
    focus.typed();
    focus.sent();
    const asked = questions.permission(question("one"), NEVER);
    expect(focus.key(toKey("n"))).toBe(true);
    expect(await asked).toMatchObject({ outcome: { optionId: "no" } });
  });
});

it("what was asked for by a command comes before the agent's questions", async () => {
  const { questions, focus, shown } = open();
  void questions.permission(question("one"), NEVER);
  const picked = focus.pick({ title: "Which?", items: [{ id: "a", label: "A" }] });
  expect(shown()).toContain("Which?");
  focus.key(toKey("enter"));
  expect(await picked).toBe("a");
  expect(shown()).toContain("one");
  const typed = focus.ask("Key", { isSecret: true, isOptional: true });
  focus.key(toKey("escape"));
  expect(await typed).toBeUndefined();
});
