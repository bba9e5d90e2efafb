// From what is pressed to what is meant: panels first, then the input, whose wishes are carried out here.
import { isCtrl, NO_MODIFIERS, type Key } from "../terminal/keys/key.ts";
import type { ChatDesk } from "./commands/command.ts";
import { nextMode } from "./commands/settings.ts";
import { readTyped } from "./commands/table.ts";
import type { Front } from "./front.ts";
import type { InputBox } from "./input-box.ts";
import type { Intent } from "./input/input-state.ts";
import type { Leaving } from "./leaving.ts";

export interface KeyboardOptions {
  readonly desk: ChatDesk;
  readonly front: Front;
  readonly input: InputBox;
  readonly leaving: Leaving;
}

export class Keyboard {
  readonly #options: KeyboardOptions;
  /** By `performance.now()`. */
  usedAtMs: number = performance.now();

  constructor(options: KeyboardOptions) {
    this.#options = options;
  }

  key(key: Key): void {
    const { desk, front, input, leaving } = this.#options;
    this.usedAtMs = performance.now();
    if (isCtrl(key, "z")) return desk.suspend();
    if (front.key(key)) return;
    const intent = input.key(key);
    if (intent !== undefined) return this.#carryOut(intent);
    front.typed();
    leaving.disarm();
  }

  /** Where only lines can be typed: what a panel wants is typed and ended with Enter. */
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
    const { desk, input } = this.#options;
    switch (intent.type) {
      case "submit":
        return this.#submit(intent.text);
      case "interrupt":
        return this.#interrupt();
      case "escape":
        return this.#cancel();
      case "leave":
        return desk.leave();
      case "toggle_details":
        return desk.toggleDetails();
      case "next_mode":
        return void desk.attempt(() => nextMode(desk));
      case "suspend":
        return desk.suspend();
      case "redraw":
        return desk.clearScreen();
      case "edit_queued": {
        const text = desk.view.takeBack();
        if (text !== undefined) input.setText(text);
      }
    }
  }

  #submit(text: string): void {
    const { desk, input, front } = this.#options;
    const typed = readTyped(text, desk.session?.commands ?? []);
    front.sent();
    // Nobody wants to find the way out when looking for what was said last time.
    input.sent(text, typed.type !== "ours" || typed.command.name !== "exit");
    if (typed.type === "prompt") void desk.prompt(typed.text);
    else if (typed.type === "unknown") {
      desk.note("warning", `There is no command /${typed.name}. /help lists them; //${typed.name} sends it as it is.`);
      input.setText(text);
    } else if (desk.session === undefined && typed.command.isAlways !== true) {
      desk.note("info", "The agent is not there yet.");
    } else {
      void desk.attempt(async () => typed.command.run(typed.argument, desk));
    }
  }

  #interrupt(): void {
    const { desk, input, leaving } = this.#options;
    if (leaving.isArmed) return desk.leave();
    if (desk.session?.isRunning === true) this.#cancel();
    else if (input.text !== "") return input.setText("");
    leaving.arm();
  }

  #cancel(): void {
    const { desk } = this.#options;
    if (desk.session?.isRunning === true) void desk.attempt(() => desk.view.cancel());
  }
}
