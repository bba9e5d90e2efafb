// Decides which component gets the keys: an open picker or text field, else the agent's question, else the input.
import { isCtrl, isKey, NO_MODIFIERS, type Key } from "../terminal/keys/key.ts";
import { ANSWER_GUARD_MS, ANSWER_PAUSE_MS } from "../limits.ts";
import type { Panel } from "./panels/panel.ts";
import { KeysPanel } from "./panels/keys-panel.ts";
import { PickerPanel, type PickerOptions } from "./panels/picker-panel.ts";
import { TextPanel } from "./panels/text-panel.ts";
import type { Questions } from "./questions.ts";

export class KeyboardFocus {
  readonly #questions: Questions;
  readonly #onShown: () => void;
  readonly #own: Panel[] = [];
  #typedAtMs = Number.NEGATIVE_INFINITY;
  /** A question that appeared while the user was typing; it gets no keys until they pause. */
  #guarded: Panel | undefined;
  #known: Panel | undefined;
  /** The time of the last key that answered a question, or came too soon for the next one. */
  #answeredAtMs = Number.NEGATIVE_INFINITY;

  /** `onShown`: a picker or a text field has appeared. */
  constructor(questions: Questions, onShown: () => void) {
    this.#questions = questions;
    this.#onShown = onShown;
  }

  get panel(): Panel | undefined {
    return this.#own[0] ?? this.#questions.front?.panel;
  }

  get isAsked(): boolean {
    return this.#questions.front !== undefined;
  }

  /** The shown question does not accept keys yet, because the user cannot have read it. */
  get isHeld(): boolean {
    const { front } = this.#questions;
    if (front === undefined || this.#own.length > 0) return false;
    return this.#isGuarded(front) || this.#isTooSoon(front.panel);
  }

  /** Records that the user is typing, so that a new question does not take their keys. */
  typed(): void {
    this.#typedAtMs = performance.now();
    this.#answeredAtMs = Number.NEGATIVE_INFINITY;
  }

  /** The prompt was sent, so the user is no longer typing. */
  sent(): void {
    this.#typedAtMs = Number.NEGATIVE_INFINITY;
    this.#answeredAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Whether the key was for a panel; if not, it is for the input. */
  key(key: Key): boolean {
    const own = this.#own[0];
    if (own !== undefined) {
      if (this.closeFor(key)) return false;
      own.key(key);
      return true;
    }
    const { front } = this.#questions;
    const isStop = isCtrl(key, "c");
    if (front === undefined || (this.#isGuarded(front) && !isStop)) return false;
    if (!this.#isTooSoon(front.panel) || isStop || isKey(key, "escape")) {
      front.panel.key(key);
      if (this.#questions.front === front) return true;
    }
    this.#answeredAtMs = performance.now();
    return true;
  }

  /** Closes an optional list if the key is not for it but starts a prompt. Returns whether it did. */
  closeFor(key: Key): boolean {
    const own = this.#own[0];
    if (own?.takes?.(key) !== false) return false;
    own.key({ type: "key", name: "escape", ...NO_MODIFIERS });
    return true;
  }

  /** The key help, until a key is pressed. */
  showKeys(): void {
    void this.#show((close) => new KeysPanel(() => close(undefined)));
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
      this.#onShown();
    });
  }

  /** A key that is pressed twice or held down answers only one question, because the next one was not read. */
  #isTooSoon({ isAnsweredByKey }: Panel): boolean {
    return isAnsweredByKey === true && performance.now() - this.#answeredAtMs < ANSWER_PAUSE_MS;
  }

  /** A question that appears while the user is typing gets no keys until they pause, so that it is not answered by accident. */
  #isGuarded({ panel, shownAtMs = 0 }: NonNullable<Questions["front"]>): boolean {
    if (this.#known !== panel) {
      this.#known = panel;
      this.#guarded = shownAtMs - this.#typedAtMs < ANSWER_GUARD_MS ? panel : undefined;
    }
    if (performance.now() - this.#typedAtMs >= ANSWER_GUARD_MS) this.#guarded = undefined;
    return this.#guarded === panel;
  }
}
