import { expect, it } from "vitest";
import type { ChatActions } from "./commands/command.ts";
import { KeyboardFocus } from "./keyboard-focus.ts";
import { Keyboard, type KeyboardOptions } from "./keyboard.ts";
import { PressAgain } from "./press-again.ts";
import { Questions } from "./questions.ts";
import { toKey } from "./testing/keys.ts";

/** Ctrl-C with a draft in the input, while a turn runs or is ending. */
function interrupt(isEnding: boolean): { readonly text: string; readonly cancelled: number } {
  let cancelled = 0;
  const input = {
    text: "a draft",
    key: () => ({ type: "interrupt" as const }),
    setText: (text: string) => (input.text = text),
  };
  const view = {
    isEnding,
    withdrawAll: () => [],
    takeCommands: () => [],
    cancel: async () => (cancelled += 1),
  };
  const actions = { session: { isRunning: true }, view, attempt: (work: () => Promise<void>) => work() };
  const questions = new Questions({
    onChange: () => undefined,
    cancelTurn: () => undefined,
    sessionId: () => undefined,
    workspace: () => "/w",
    agentTitle: () => "Agent",
    isNumbered: () => false,
    print: () => undefined,
  });
  const exitConfirmation = new PressAgain(() => undefined);
  const keyboard = new Keyboard({
    actions: actions as unknown as ChatActions,
    front: new KeyboardFocus(questions, () => undefined),
    input: input as unknown as KeyboardOptions["input"],
    exitConfirmation,
    escapeAgain: new PressAgain(() => undefined),
  });
  keyboard.key(toKey("ctrl-c"));
  exitConfirmation.disarm();
  return { text: input.text, cancelled };
}

it("stops a running turn with Ctrl-C, and clears the input once the agent has stopped", () => {
  expect(interrupt(false)).toEqual({ text: "a draft", cancelled: 1 });
  expect(interrupt(true)).toEqual({ text: "", cancelled: 0 });
});
