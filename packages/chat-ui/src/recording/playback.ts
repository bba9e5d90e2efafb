// Which moment of a recording is shown: now, some moment of the past, or one after the other at some speed.
import type { Recording } from "./recording.ts";

export const SPEEDS: readonly number[] = [1, 10, 60, 600, 3_600];
/** A recording that is opened takes about this long, unless another speed is chosen. */
const WHOLE_MS = 30_000;

export class Playback {
  readonly recording: Recording;
  /** More may happen: the end is now. */
  readonly isLive: boolean;
  readonly #listeners = new Set<() => void>();
  readonly #clock: () => number;
  #positionMs: number | undefined;
  /** When it was there, by the clock; undefined while it stands. */
  #startedAt: number | undefined;
  #speed = SPEEDS[0] ?? 1;
  #version = 0;

  constructor(recording: Recording, isLive: boolean, clock: () => number = () => Date.now()) {
    this.recording = recording;
    this.isLive = isLive;
    this.#clock = clock;
    if (isLive) return;
    this.#positionMs = recording.firstMs ?? 0;
    const wanted = (recording.lastMs - this.#positionMs) / WHOLE_MS;
    this.#speed = SPEEDS.find((speed) => speed >= wanted) ?? SPEEDS.at(-1) ?? 1;
  }

  /** Another number after every change, but not for every moment of playing. */
  get version(): number {
    return this.#version;
  }

  get isAtEnd(): boolean {
    return this.#positionMs === undefined;
  }

  get isPlaying(): boolean {
    return this.#startedAt !== undefined;
  }

  get speed(): number {
    return this.#speed;
  }

  get endMs(): number {
    const { lastMs } = this.recording;
    // The clock of the server may be ahead of ours.
    return this.isLive ? Math.max(this.#clock(), lastMs) : lastMs;
  }

  now(): number {
    if (this.#positionMs === undefined) return this.endMs;
    if (this.#startedAt === undefined) return this.#positionMs;
    const nowMs = this.#positionMs + (this.#clock() - this.#startedAt) * this.#speed;
    if (nowMs < this.endMs) return nowMs;
    this.#set(this.isLive ? undefined : this.endMs, undefined);
    return this.endMs;
  }

  play(): void {
    const { firstMs = 0 } = this.recording;
    const from = this.now();
    this.#set(from >= this.endMs ? firstMs : from, this.#clock());
  }

  pause(): void {
    this.#set(this.now(), undefined);
  }

  seek(atMs: number): void {
    this.#set(
      Math.min(Math.max(atMs, this.recording.firstMs ?? 0), this.endMs),
      this.isPlaying ? this.#clock() : undefined,
    );
  }

  goToEnd(): void {
    this.#set(this.isLive ? undefined : this.endMs, undefined);
  }

  setSpeed(speed: number): void {
    const from = this.#positionMs === undefined ? undefined : this.now();
    this.#speed = speed;
    this.#set(from, from !== undefined && this.isPlaying ? this.#clock() : undefined);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #set(positionMs: number | undefined, startedAt: number | undefined): void {
    [this.#positionMs, this.#startedAt] = [positionMs, startedAt];
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}
