// Prompts that wait for the running turn: they can be withdrawn, reordered, or sent at once by ending the turn.
//
// A prompt goes to the session as soon as it is added, so that it is not lost when the surface goes away. Changing the
// order withdraws the waiting prompts and sends them again.
import { ParleyError } from "@parley/base";
import { QUEUED_PROMPTS_MAX } from "../limits.ts";

export interface QueuedPrompt<Content> {
  readonly id: number;
  readonly text: string;
  readonly content: Content;
}

export interface PromptQueueOptions<Content, Result> {
  /** Hands a prompt to the session; settles when its turn is over. Aborting withdraws a prompt that waits. */
  readonly send: (prompt: QueuedPrompt<Content>, signal: AbortSignal) => Promise<Result>;
  /** Ends the running turn, so that the next prompt begins. */
  readonly interrupt: () => Promise<void>;
  /** Whether a turn runs. Without one, the first prompt is on its way and cannot be moved. */
  readonly isRunning: () => boolean;
  readonly onChange: () => void;
}

interface Entry<Content, Result> {
  readonly prompt: QueuedPrompt<Content>;
  readonly resolve: (result: Result | undefined) => void;
  readonly reject: (error: unknown) => void;
  /** Of the latest sending; an earlier one does not count any more. */
  abort: AbortController | undefined;
}

export class PromptQueue<Content, Result> {
  readonly #options: PromptQueueOptions<Content, Result>;
  #entries: readonly Entry<Content, Result>[] = [];
  #waiting: readonly QueuedPrompt<Content>[] = [];
  #nextId = 1;

  constructor(options: PromptQueueOptions<Content, Result>) {
    this.#options = options;
  }

  /** Without the running one; the same array until it changes. */
  get waiting(): readonly QueuedPrompt<Content>[] {
    return this.#waiting;
  }

  /** Settles when the turn of the prompt is over; undefined if the prompt was withdrawn. */
  add(text: string, content: Content): Promise<Result | undefined> {
    if (this.#entries.length >= QUEUED_PROMPTS_MAX) {
      const message = `${QUEUED_PROMPTS_MAX} prompts are already waiting; try again when some are done`;
      return Promise.reject(new ParleyError({ code: "usage", message }));
    }
    return new Promise((resolve, reject) => {
      const prompt = { id: this.#nextId, text, content };
      this.#nextId += 1;
      const entry: Entry<Content, Result> = { prompt, resolve, reject, abort: undefined };
      this.#set([...this.#entries, entry]);
      this.#send(entry);
    });
  }

  /** A turn began with this text. If the prompt is from here, which is returned, it does not wait any more. */
  begun(text: string): boolean {
    const entry = this.#entries.find(({ prompt }) => prompt.text === text);
    if (entry !== undefined) this.#remove(entry);
    return entry !== undefined;
  }

  /** Removes a waiting prompt, the last one unless named, and returns it for editing. */
  withdraw(id?: number): QueuedPrompt<Content> | undefined {
    const entry = id === undefined ? this.#entries.at(-1) : this.#find(id);
    if (entry === undefined) return undefined;
    this.#remove(entry);
    this.#abort(entry);
    entry.resolve(undefined);
    return entry.prompt;
  }

  /** Moves a waiting prompt to this place, counted from 0. */
  move(id: number, place: number): void {
    const entry = this.#find(id);
    const fixed = this.#options.isRunning() ? 0 : 1;
    if (entry === undefined || this.#entries.indexOf(entry) < fixed) return;
    const others = this.#entries.filter((other) => other !== entry);
    const next = others.toSpliced(Math.max(fixed, place), 0, entry);
    const from = next.findIndex((other, index) => other !== this.#entries[index]);
    if (from === -1) return;
    const changed = next.slice(from);
    for (const other of changed) this.#abort(other);
    this.#set(next);
    for (const other of changed) this.#send(other);
  }

  /** Ends the running turn, and continues with this prompt. */
  async steer(id: number): Promise<void> {
    if (this.#find(id) === undefined) return;
    const isRunning = this.#options.isRunning();
    this.move(id, 0);
    if (isRunning) await this.#options.interrupt();
  }

  #send(entry: Entry<Content, Result>): void {
    const abort = new AbortController();
    entry.abort = abort;
    const settle = (act: () => void): void => {
      if (entry.abort !== abort) return;
      this.#remove(entry);
      act();
    };
    this.#options.send(entry.prompt, abort.signal).then(
      (result) => settle(() => entry.resolve(result)),
      (error: unknown) => settle(() => entry.reject(error)),
    );
  }

  #abort(entry: Entry<Content, Result>): void {
    const { abort } = entry;
    entry.abort = undefined;
    abort?.abort();
  }

  #find(id: number): Entry<Content, Result> | undefined {
    return this.#entries.find(({ prompt }) => prompt.id === id);
  }

  #remove(entry: Entry<Content, Result>): void {
    if (this.#entries.includes(entry)) this.#set(this.#entries.filter((other) => other !== entry));
  }

  #set(entries: readonly Entry<Content, Result>[]): void {
    this.#entries = entries;
    this.#waiting = entries.map(({ prompt }) => prompt);
    this.#options.onChange();
  }
}
