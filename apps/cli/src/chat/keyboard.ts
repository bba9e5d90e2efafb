// Handles keys: panels get them first, then the input, whose requests are carried out here.
import { isCtrl, NO_MODIFIERS, type Key } from "../terminal/keys/key.ts";
import type { ChatActions } from "./commands/command.ts";
import { nextMode } from "./commands/settings.ts";
import { readTyped } from "./commands/table.ts";
import type { KeyboardFocus } from "./keyboard-focus.ts";
import type { InputBox } from "./input-box.ts";
import type { Intent } from "./input/input-state.ts";
import type { ExitConfirmation } from "./exit-confirmation.ts";

export interface KeyboardOptions {
  readonly actions: ChatActions;
  readonly front: KeyboardFocus;
  readonly input: InputBox;
  readonly exitConfirmation: ExitConfirmation;
}

export class Keyboard {
  readonly #options: KeyboardOptions;
  /** By `performance.now()`. */
  usedAtMs: number = performance.now();

  constructor(options: KeyboardOptions) {
    this.#options = options;
  }

  key(key: Key): void {
    const { actions, front, input, exitConfirmation } = this.#options;
    this.usedAtMs = performance.now();
    if (isCtrl(key, "z")) return actions.suspend();
    if (front.key(key)) return;
    const intent = input.key(key);
    if (intent !== undefined) return this.#carryOut(intent);
    front.typed();
    exitConfirmation.disarm();
  }

  /** Handles a whole line on terminals without single-key input; an open panel gets it first. */
  line(text: string): void {
    const { front } = this.#options;
    this.usedAtMs = performance.now();
    const { panel } = front;
    if (panel === undefined) {
      if (text.trim() !== "") this.#submit(text);
      return;
    }
    if (text !== "") panel.key({ type: "text", text });
    if (front.panel === panel) panel.key({ type: "key", name: "enter", ...NO_MODIFIERS });
  }

  #carryOut(intent: Intent): void {
    const { actions, input } = this.#options;
    switch (intent.type) {
      case "submit":
        return this.#submit(intent.text);
      case "interrupt":
        return this.#interrupt();
      case "escape":
        return this.#cancel();
      case "leave":
        return actions.leave();
      case "toggle_details":
        return actions.toggleDetails();
      case "next_mode":
        return void actions.attempt(() => nextMode(actions));
      case "suspend":
        return actions.suspend();
      case "redraw":
        return actions.clearScreen();
      case "edit_queued": {
        const text = actions.view.withdraw();
        if (text !== undefined) input.setText(text);
      }
    }
  }

  #submit(text: string): void {
    const { actions, input, front } = this.#options;
    const typed = readTyped(text, actions.session?.commands ?? []);
    front.sent();
    // /exit stays out of the history, so that recalling the last prompt never offers it.
    input.sent(text, typed.type !== "ours" || typed.command.name !== "exit");
    if (typed.type === "prompt") void actions.prompt(typed.text);
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
    if (actions.session?.isRunning === true) this.#cancel();
    else if (input.text !== "") return input.setText("");
    exitConfirmation.arm();
  }

  #cancel(): void {
    const { actions } = this.#options;
    if (actions.session?.isRunning === true) void actions.attempt(() => actions.view.cancel());
  }
}
