// Who has the keyboard: a list or a line that was asked for, else the agent's question, else the input.
import { isCtrl, type Key } from "../terminal/keys/key.ts";
import { ANSWER_GUARD_MS } from "./limits.ts";
import type { Panel } from "./panels/panel.ts";
import { PickerPanel, type PickerOptions } from "./panels/picker-panel.ts";
import { TextPanel } from "./panels/text-panel.ts";
import type { Questions } from "./questions.ts";

export class KeyboardFocus {
  readonly #questions: Questions;
  readonly #own: Panel[] = [];
  #typedAtMs = Number.NEGATIVE_INFINITY;
  /** The question that came up while somebody was typing, until they paused. */
  #guarded: Panel | undefined;
  #known: Panel | undefined;

  constructor(questions: Questions) {
    this.#questions = questions;
  }

  get panel(): Panel | undefined {
    return this.#own[0] ?? this.#questions.front?.panel;
  }

  get isAsked(): boolean {
    return this.#questions.front !== undefined;
  }

  /** Somebody is in the middle of typing. */
  typed(): void {
    this.#typedAtMs = performance.now();
  }

  /** It was sent: whoever typed it is not in the middle of anything. */
  sent(): void {
    this.#typedAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Whether the key was for a panel; if not, it is for the input. */
  key(key: Key): boolean {
    const own = this.#own[0];
    if (own !== undefined) {
      own.key(key);
      return true;
    }
    const { front } = this.#questions;
    if (front === undefined || (this.#isGuarded(front) && !isCtrl(key, "c"))) return false;
    front.panel.key(key);
    return true;
  }

  pick(options: Omit<PickerOptions, "choose">): Promise<string | undefined> {
    return this.#show((choose) => new PickerPanel({ ...options, choose }));
  }

  ask(
    label: string,
    options: { readonly isSecret: boolean; readonly isOptional: boolean },
  ): Promise<string | undefined> {
    return this.#show((answer) => new TextPanel({ label, ...options, answer }));
  }

  #show(create: (settle: (answer: string | undefined) => void) => Panel): Promise<string | undefined> {
    return new Promise((resolve) => {
      const panel = create((answer) => {
        this.#own.splice(this.#own.indexOf(panel), 1);
        resolve(answer);
      });
      this.#own.push(panel);
    });
  }

  /** It came up under the fingers of somebody who was typing: until they pause, the keys go on to where they were meant for. */
  #isGuarded({ panel, shownAtMs = 0 }: NonNullable<Questions["front"]>): boolean {
    if (this.#known !== panel) {
      this.#known = panel;
      this.#guarded = shownAtMs - this.#typedAtMs < ANSWER_GUARD_MS ? panel : undefined;
    }
    if (performance.now() - this.#typedAtMs >= ANSWER_GUARD_MS) this.#guarded = undefined;
    return this.#guarded === panel;
  }
}
