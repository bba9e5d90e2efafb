// Records traffic without delaying it: frames wait in a bounded queue, and dropped ones are counted.
import { createId, silentLog, systemClock, type Clock, type Log } from "@parley/base";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Frame } from "../../frames/frame.ts";
import {
  FRAME_BYTES_MAX,
  RECORD_BATCH_CHARS,
  RECORD_BYTES_MAX,
  RECORD_FILES_MAX,
  RECORD_QUEUE_BYTES_MAX,
  RECORD_QUEUE_FRAMES_MAX,
  RECORD_RETRY_MS,
  RECORD_SLICE_MS,
} from "../../limits.ts";
import { StreamedText, type Released } from "../streamed-text.ts";
import { formatDropped, formatFrame, formatHeader } from "./format-line.ts";
import { RotatingFile } from "./rotating-file.ts";

export interface TraceRecorderOptions {
  readonly path: string;
  /** Redact secrets (default: true). */
  readonly redact?: boolean | undefined;
  /** The agent's name in the header. */
  readonly agent?: string | undefined;
  /** Maximum size of one file. */
  readonly bytesMax?: number | undefined;
  /** Number of files, including the current one. */
  readonly filesMax?: number | undefined;
  readonly queueBytesMax?: number | undefined;
  readonly retryMs?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

export interface TraceRecorder extends AsyncDisposable {
  /** Returns at once. */
  add(frame: Frame): void;
  /** Frames that were dropped before they got here. */
  lost(count: number): void;
  /** Frames that were not written so far, because the queue was full or writing failed. */
  readonly dropped: number;
  /** Resolves when everything added so far was handed to the operating system, or dropped. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function createTraceRecorder(options: TraceRecorderOptions): TraceRecorder {
  return new FileTraceRecorder(options);
}

/** A notice for the user whose conversation is recorded. */
export function describeRecording({ path, redact = true }: Pick<TraceRecorderOptions, "path" | "redact">): string {
  const what = redact
    ? "Secrets, environment variables and headers are redacted; everything else is recorded, including prompts and files"
    : "Nothing is redacted: keys, prompts and files are recorded as they are";
  return `Recording to ${path}. ${what}.`;
}

class FileTraceRecorder implements TraceRecorder {
  readonly #isRedacted: boolean;
  readonly #queueBytesMax: number;
  readonly #retryMs: number;
  readonly #batchCharsMax: number;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #path: string;
  readonly #file: RotatingFile;
  readonly #streams = new StreamedText<Frame>();
  #queue: Frame[] = [];
  #queueBytes = 0;
  /** Lines whose write failed, to be retried unchanged. */
  #unwritten = "";
  #unwrittenFrames = 0;
  /** Not yet recorded in the file. */
  #untold = 0;
  #dropped = 0;
  #isFailing = false;
  #isClosed = false;
  /** Also writes what redaction holds back. */
  #isFlushing = false;
  #pump: Promise<void> | undefined;
  #stopWaiting: (() => void) | undefined;
  #onFailure: (() => void)[] = [];

  constructor(options: TraceRecorderOptions) {
    const { path, redact = true, agent, bytesMax = RECORD_BYTES_MAX, filesMax = RECORD_FILES_MAX } = options;
    const { clock = systemClock, log = silentLog } = options;
    const { queueBytesMax = RECORD_QUEUE_BYTES_MAX, retryMs = RECORD_RETRY_MS } = options;
    this.#path = path;
    this.#isRedacted = redact;
    this.#queueBytesMax = queueBytesMax;
    this.#retryMs = retryMs;
    this.#batchCharsMax = Math.min(RECORD_BATCH_CHARS, bytesMax);
    this.#clock = clock;
    this.#log = log;
    const fixed = { id: createId(), startedAt: clock.now(), agent, redacted: redact };
    const header = (part: number): string => formatHeader({ ...fixed, part });
    this.#file = new RotatingFile({ path, bytesMax, filesMax: Math.max(1, filesMax), header });
    // The file is created at once, with its header, even if there is no traffic.
    this.#start();
  }

  get dropped(): number {
    return this.#dropped;
  }

  add(frame: Frame): void {
    const bytes = this.#heldBytes(frame);
    const isFull = this.#queueBytes + bytes > this.#queueBytesMax || this.#queue.length >= RECORD_QUEUE_FRAMES_MAX;
    if (this.#isClosed || (isFull && this.#queue.length > 0)) {
      this.lost(1);
      return;
    }
    this.#queue.push(frame);
    this.#queueBytes += bytes;
    this.#start();
  }

  lost(count: number): void {
    this.#dropped += count;
    this.#untold += count;
  }

  async flush(): Promise<void> {
    this.#isFlushing = true;
    this.#start();
    const failed = new Promise<void>((resolve) => this.#onFailure.push(resolve));
    await Promise.race([this.#pump, failed]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isFlushing = true;
    // A last attempt, without waiting for a full disk.
    this.#stopWaiting?.();
    this.#start();
    await this.#pump;
    this.#giveUpQueue();
    await this.#file.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Only the beginning of a long frame is kept. */
  #heldBytes({ byteLength }: Frame): number {
    return Math.min(byteLength, FRAME_BYTES_MAX, this.#queueBytesMax);
  }

  #start(): void {
    this.#pump ??= this.#run().finally(() => (this.#pump = undefined));
  }

  async #run(): Promise<void> {
    let isFirst = true;
    while (isFirst || this.#queue.length > 0 || this.#untold > 0 || this.#unwritten !== "" || this.#isFlushing) {
      isFirst = false;
      // Traffic first: messages of the same chunk are forwarded before this continues.
      await nextTurn();
      const made = this.#makeBatch();
      const text = this.#unwritten + made.text;
      try {
        await this.#file.append(text);
        this.#unwritten = "";
        this.#unwrittenFrames = 0;
        this.#recovered();
        if (this.#queue.length === 0) this.#onFailure = [];
      } catch (cause) {
        this.#failed(cause, made);
        for (const tell of this.#onFailure.splice(0)) tell();
        if (this.#isClosed) return;
        await this.#wait();
      }
    }
  }

  /** As many lines as can be formatted in a short time. */
  #makeBatch(): { readonly text: string; readonly frames: number } {
    if (this.#unwritten !== "") return { text: "", frames: 0 };
    let text = "";
    if (this.#untold > 0) {
      text += `${formatDropped(this.#clock.now(), this.#untold)}\n`;
      this.#untold = 0;
    }
    const startMs = performance.now();
    let count = 0;
    let written = 0;
    const add = (frames: readonly Released<Frame>[]): void => {
      for (const frame of frames) text += `${formatFrame(frame.item, this.#isRedacted, frame.text)}\n`;
      written += frames.length;
    };
    while (
      count < this.#queue.length &&
      text.length < this.#batchCharsMax &&
      performance.now() - startMs < RECORD_SLICE_MS
    ) {
      const frame = this.#queue[count];
      count += 1;
      if (frame === undefined) continue;
      this.#queueBytes -= this.#heldBytes(frame);
      if (this.#isRedacted) add(this.#streams.add(frame, frame.message, this.#heldBytes(frame)));
      else add([{ item: frame, text: undefined }]);
    }
    this.#queue.splice(0, count);
    if (this.#isFlushing && this.#queue.length === 0) {
      this.#isFlushing = false;
      add(this.#streams.release());
    }
    return { text, frames: written };
  }

  #failed(cause: unknown, made: { readonly text: string; readonly frames: number }): void {
    this.#unwritten += made.text;
    this.#unwrittenFrames += made.frames;
    if (this.#isFailing) return;
    this.#isFailing = true;
    const message = cause instanceof Error ? cause.message : String(cause);
    this.#log.write("error", "Cannot write the trace; retrying", { path: this.#path, cause: message });
  }

  #recovered(): void {
    if (!this.#isFailing) return;
    this.#isFailing = false;
    this.#log.write("warn", "Writing the trace works again", { path: this.#path, dropped: this.#dropped });
  }

  #giveUpQueue(): void {
    this.#dropped += this.#queue.length + this.#streams.heldCount + this.#unwrittenFrames;
    this.#queue = [];
    this.#queueBytes = 0;
    this.#unwritten = "";
    this.#unwrittenFrames = 0;
    if (this.#isFailing)
      this.#log.write("error", "The trace is incomplete", { path: this.#path, dropped: this.#dropped });
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#retryMs);
      // A recording that cannot be written must not delay the exit.
      timer.unref();
      this.#stopWaiting = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
