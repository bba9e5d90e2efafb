// Handles keys: panels get them first, then the input, whose requests are carried out here.
import { isCtrl, NO_MODIFIERS, type Key } from "../terminal/keys/key.ts";
import type { ChatActions } from "./commands/command.ts";
import { joinPrompts, type WrittenPrompt } from "@parley/chat-model";
import { Cycle } from "./commands/cycle.ts";
import { rewind } from "./commands/rewind.ts";
import { runCommand, stopCommands } from "./commands/run-command.ts";
import { nextLevel, nextMode } from "./commands/settings.ts";
import { readTyped } from "./commands/table.ts";
import type { KeyboardFocus } from "./keyboard-focus.ts";
import type { InputBox } from "./input-box.ts";
import type { Intent } from "./input/input-state.ts";
import type { PressAgain } from "./press-again.ts";

export interface KeyboardOptions {
  readonly actions: ChatActions;
  readonly front: KeyboardFocus;
  readonly input: InputBox;
  readonly exitConfirmation: PressAgain;
  /** Esc was pressed while nothing was running. */
  readonly escapeAgain: PressAgain;
}

export class Keyboard {
  readonly #options: KeyboardOptions;
  readonly #modes = new Cycle();
  readonly #levels = new Cycle();
  /** By `performance.now()`. */
  usedAtMs: number = performance.now();

  constructor(options: KeyboardOptions) {
    this.#options = options;
  }

  key(key: Key): void {
    const { actions, front, input, exitConfirmation, escapeAgain } = this.#options;
    this.usedAtMs = performance.now();
    if (isCtrl(key, "z")) return actions.suspend();
    if (front.key(key)) return;
    const intent = input.key(key);
    if (intent?.type !== "escape") escapeAgain.disarm();
    if (intent !== undefined) return this.#carryOut(intent);
    front.typed();
    exitConfirmation.disarm();
  }

  /** Handles a whole line on terminals without single-key input; an open panel gets it first. */
  line(text: string): void {
    const { front } = this.#options;
    this.usedAtMs = performance.now();
    const { panel } = front;
    if (panel === undefined || front.closeFor({ type: "text", text })) {
      if (text.trim() !== "") this.#submit({ text, attached: [] });
      return;
    }
    if (text !== "") panel.key({ type: "text", text });
    if (front.panel === panel) panel.key({ type: "key", name: "enter", ...NO_MODIFIERS });
  }

  #carryOut(intent: Intent): void {
    const { actions, input } = this.#options;
    switch (intent.type) {
      case "submit":
        return this.#submit(intent.prompt, intent.isNow);
      case "interrupt":
        return this.#interrupt();
      case "escape":
        return this.#escape();
      case "escape_twice":
        return this.#isRunning ? this.#stop() : this.#escapeTwice();
      case "leave":
        return actions.leave();
      case "toggle_details":
        return actions.openReader();
      case "next_mode":
        return void actions.attempt(() => nextMode(actions, this.#modes));
      case "next_level":
        return void actions.attempt(() => nextLevel(actions, this.#levels));
      case "open_editor":
        return void actions.attempt(() => actions.openEditor());
      case "paste_image":
        return void actions.attempt(() => actions.pasteImage());
      case "show_keys":
        return actions.showKeys();
      case "steer_queued":
        return void actions.attempt(() => actions.view.sendQueuedNow());
      case "suspend":
        return actions.suspend();
      case "redraw":
        return actions.clearScreen();
      case "edit_queued": {
        const prompt = actions.view.withdraw();
        if (prompt !== undefined) input.setPrompt(prompt);
      }
    }
  }

  #submit({ text, attached }: WrittenPrompt, isNow = false): void {
    const { actions, input, front } = this.#options;
    const typed = readTyped(text, actions.session?.commands ?? []);
    front.sent();
    // /exit stays out of the history, so that recalling the last prompt never offers it.
    input.sent(text, typed.type !== "ours" || typed.command.name !== "exit");
    if (typed.type === "prompt") void actions.prompt(typed.text, { attached, isNow });
    else if (typed.type === "shell") void actions.attempt(() => runCommand(typed.command, actions));
    else if (typed.type === "unknown") {
      actions.note(
        "warning",
        `Command /${typed.name} not found. /help lists commands; //${typed.name} sends it as text.`,
      );
      input.setText(text);
    } else if (actions.session === undefined && typed.command.isAlways !== true) {
      actions.note("info", "The agent is not ready yet.");
    } else {
      void actions.attempt(async () => typed.command.run(typed.argument, actions));
    }
  }

  #interrupt(): void {
    const { actions, input, exitConfirmation } = this.#options;
    if (exitConfirmation.isArmed) return actions.leave();
    if (this.#isRunning) this.#stop();
    else if (stopCommands(actions)) return;
    else if (input.text !== "") return input.setText("");
    exitConfirmation.arm();
  }

  get #isRunning(): boolean {
    const { session, view } = this.#options.actions;
    return session?.isRunning === true && !view.isEnding;
  }

  /** Queued prompts return to the input, because they would start as soon as the turn has stopped. */
  #stop(): void {
    const { actions, input } = this.#options;
    const waiting = actions.view.withdrawAll();
    if (waiting.length > 0) input.setPrompt(joinPrompts([...waiting, input.written]));
    void actions.attempt(() => actions.view.cancel());
  }

  #escape(): void {
    const { escapeAgain } = this.#options;
    if (this.#isRunning) return this.#stop();
    if (stopCommands(this.#options.actions)) return;
    if (!escapeAgain.isArmed) return escapeAgain.arm();
    escapeAgain.disarm();
    this.#escapeTwice();
  }

  #escapeTwice(): void {
    const { actions, input } = this.#options;
    if (input.text !== "") input.setText("");
    else if (actions.session !== undefined) void actions.attempt(() => rewind("", actions));
  }
}
