// The frames of one session: the first and the latest ones. Frames in between are only counted.
import { toTraceHeader } from "@parley/observe";
import { charsOf, toLine, type KeptFrame } from "./kept-frame.ts";
import {
  BEGINNING_CHARS_MAX,
  BEGINNING_FRAMES_MAX,
  PACK_FRAMES_MS,
  PACKED_FRAMES_MAX,
  TRACE_CHARS_MAX,
  TRACE_FRAMES_MAX,
} from "../limits.ts";

/** Older frames as bytes: as objects they would take several times as much memory, and time at every garbage collection. */
interface PackedFrames {
  readonly json: Buffer;
  readonly count: number;
  readonly chars: number;
  readonly lastAtMs: number;
}

export class TraceRing {
  readonly #beginning: KeptFrame[] = [];
  #beginningChars = 0;
  /** Older than the latest. */
  #packed: PackedFrames[] = [];
  #packedCount = 0;
  #latest: KeptFrame[] = [];
  /** Index of the first frame in use; earlier ones were dropped and are removed now and then. */
  #from = 0;
  #latestChars = 0;
  #droppedCount = 0;
  #droppedAtMs: number | undefined;
  #packing: NodeJS.Timeout | undefined;
  readonly #onPacked: () => void;

  /** `onPacked`: a while after frames came. */
  constructor(onPacked: () => void = () => undefined) {
    this.#onPacked = onPacked;
  }

  get chars(): number {
    return this.#beginningChars + this.#latestChars;
  }

  /** Adds a first frame of the connection or the session. */
  begin(frame: KeptFrame): void {
    const chars = charsOf(frame);
    const isFull = this.#beginning.length >= BEGINNING_FRAMES_MAX || this.#beginningChars + chars > BEGINNING_CHARS_MAX;
    if (isFull || this.#latest.length > 0) return this.add(frame);
    this.#beginning.push(frame);
    this.#beginningChars += chars;
  }

  add(frame: KeptFrame): void {
    this.#latest.push(frame);
    this.#latestChars += charsOf(frame);
    while (this.#count > TRACE_FRAMES_MAX || this.#latestChars > TRACE_CHARS_MAX) this.#drop();
    this.#packing ??= setTimeout(() => this.#packLater(), PACK_FRAMES_MS).unref();
    if (this.#from >= TRACE_FRAMES_MAX) this.#cut();
  }

  /** Drops all frames to make room for other sessions. */
  shed(): void {
    while (this.#count > 0) this.#drop();
    this.#cut();
  }

  #packLater(): void {
    this.pack();
    this.#onPacked();
  }

  pack(): void {
    clearTimeout(this.#packing);
    this.#packing = undefined;
    this.#cut();
    while (this.#latest.length > 0) {
      const frames = this.#latest.splice(0, PACKED_FRAMES_MAX);
      const chars = frames.reduce((sum, frame) => sum + charsOf(frame), 0);
      const json = Buffer.from(JSON.stringify(frames));
      this.#addPack({ json, count: frames.length, chars, lastAtMs: frames.at(-1)?.atMs ?? 0 });
      this.#packedCount += frames.length;
    }
  }

  /** A slow session has few frames at a time: without joining them, what describes the packs would take more than their share. */
  #addPack(pack: PackedFrames): void {
    const last = this.#packed.at(-1);
    if (last === undefined || last.count + pack.count > PACKED_FRAMES_MAX) return void this.#packed.push(pack);
    const { count, chars, lastAtMs } = pack;
    const json = joinLists(last.json, pack.json);
    this.#packed[this.#packed.length - 1] = { json, count: last.count + count, chars: last.chars + chars, lastAtMs };
  }

  /** Number of frames so far, dropped ones included. */
  get frames(): number {
    return this.#beginning.length + this.#droppedCount + this.#count;
  }

  /** A snapshot without secrets, without the first `after` frames; each line is formatted when it is read. */
  lines(agent: string, after = 0): Iterable<string> {
    const beginning = this.#beginning.slice(after);
    const missed = Math.max(0, this.#droppedCount - Math.max(0, after - this.#beginning.length));
    const seen = Math.max(0, after - this.#beginning.length - this.#droppedCount);
    const latest = unpack([...this.#packed], this.#latest.slice(this.#from), seen);
    return formatLines(agent, beginning, { at: this.#droppedAtMs, dropped: missed }, latest);
  }

  get #count(): number {
    return this.#packedCount + this.#latest.length - this.#from;
  }

  #cut(): void {
    if (this.#from > 0) this.#latest = this.#latest.slice(this.#from);
    this.#from = 0;
  }

  #drop(): void {
    const packed = this.#packed.shift();
    if (packed !== undefined) {
      this.#packedCount -= packed.count;
      this.#latestChars -= packed.chars;
      this.#droppedCount += packed.count;
      this.#droppedAtMs = packed.lastAtMs;
      return;
    }
    const frame = this.#latest[this.#from];
    if (frame === undefined) return;
    this.#from += 1;
    this.#latestChars -= charsOf(frame);
    this.#droppedCount += 1;
    this.#droppedAtMs = frame.atMs;
  }
}

const COMMA = Buffer.from(",");

/** Of two lists in JSON, neither of them empty. */
function joinLists(one: Buffer, other: Buffer): Buffer {
  return Buffer.concat([one.subarray(0, -1), COMMA, other.subarray(1)]);
}

/** Without the first `skipped`. Can be iterated more than once. */
function unpack(packed: readonly PackedFrames[], latest: readonly KeptFrame[], skipped: number): Iterable<KeptFrame> {
  return {
    *[Symbol.iterator]() {
      let left = skipped;
      for (const { json, count } of packed) {
        if (left < count) yield* (JSON.parse(json.toString()) as readonly KeptFrame[]).slice(left);
        left = Math.max(0, left - count);
      }
      yield* latest.slice(left);
    },
  };
}

function* formatLines(
  agent: string,
  beginning: readonly KeptFrame[],
  dropped: { readonly at: number | undefined; readonly dropped: number },
  latest: Iterable<KeptFrame>,
): Generator<string, void, undefined> {
  const [first] = beginning.length > 0 ? beginning : latest;
  yield toTraceHeader({ startedAt: first?.atMs, agent, redacted: true });
  let line = 1;
  for (const frame of beginning) yield toLine(frame, (line += 1));
  if (dropped.dropped > 0) yield JSON.stringify(dropped);
  for (const frame of latest) yield toLine(frame, (line += 1));
}
