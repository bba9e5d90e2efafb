// Splits the time of turns: waiting for the user, otherwise running tools, otherwise the model.
import { OPEN_MAX } from "../limits.ts";
import type { WatchedTime } from "./watched.ts";

export class TimeAccount {
  readonly #openTurns = new Set<string>();
  readonly #openTools = new Set<string>();
  readonly #openQuestions = new Set<string>();
  #modelMs = 0;
  #toolsMs = 0;
  #permissionMs = 0;
  #untilMs = 0;
  #startedAtMs: number | undefined;
  #firstTokenMs: number | undefined;

  /** A permission request is open. */
  get isAsking(): boolean {
    return this.#openQuestions.size > 0;
  }

  get isRunning(): boolean {
    return this.#openTurns.size > 0;
  }

  get spent(): WatchedTime {
    return { modelMs: this.#modelMs, toolsMs: this.#toolsMs, permissionMs: this.#permissionMs };
  }

  /** Of the last turn that had any output. */
  get firstTokenMs(): number | undefined {
    return this.#firstTokenMs;
  }

  beginTurn(requestId: string, atMs: number): void {
    this.advance(atMs);
    if (this.#openTurns.size === 0) this.#startedAtMs = atMs;
    addTo(this.#openTurns, requestId);
  }

  /** True if no turn is running. */
  endTurn(requestId: string | undefined, atMs: number): boolean {
    this.advance(atMs);
    if (requestId === undefined) this.#openTurns.clear();
    else this.#openTurns.delete(requestId);
    if (this.#openTurns.size > 0) return false;
    this.#openTools.clear();
    this.#openQuestions.clear();
    this.#startedAtMs = undefined;
    return true;
  }

  /** The agent sent something. */
  output(atMs: number): void {
    if (this.#startedAtMs === undefined) return;
    this.#firstTokenMs = Math.max(0, atMs - this.#startedAtMs);
    this.#startedAtMs = undefined;
  }

  tool(toolCallId: string, isOpen: boolean, atMs: number): void {
    this.advance(atMs);
    if (isOpen) addTo(this.#openTools, toolCallId);
    else this.#openTools.delete(toolCallId);
  }

  question(requestId: string, isOpen: boolean, atMs: number): void {
    this.advance(atMs);
    if (isOpen) addTo(this.#openQuestions, requestId);
    else this.#openQuestions.delete(requestId);
  }

  /** Each moment of a turn counts once. */
  advance(atMs: number): void {
    const elapsedMs = this.#untilMs === 0 ? 0 : Math.max(0, atMs - this.#untilMs);
    this.#untilMs = Math.max(this.#untilMs, atMs);
    if (!this.isRunning) return;
    if (this.#openQuestions.size > 0) this.#permissionMs += elapsedMs;
    else if (this.#openTools.size > 0) this.#toolsMs += elapsedMs;
    else this.#modelMs += elapsedMs;
  }
}

function addTo(set: Set<string>, item: string): void {
  if (set.size < OPEN_MAX) set.add(item);
}
