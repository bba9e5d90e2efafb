// The latest messages with each agent, over all of its processes and sessions.
import { toTraceHeader } from "@parley/observe";
import { TRAFFIC_AGENTS_MAX, TRAFFIC_CHARS_MAX, TRAFFIC_FRAMES_MAX } from "../limits.ts";
import { charsOf, toLine, type KeptFrame } from "./kept-frame.ts";

interface Tail {
  frames: KeptFrame[];
  /** Index of the first frame in use; earlier ones are removed now and then. */
  from: number;
  chars: number;
}

export class TrafficTails {
  readonly #tails = new Map<string, Tail>();

  /** Adds a frame to an agent's tail. */
  of(agent: string): (frame: KeptFrame) => void {
    const tail = this.#open(agent);
    return (frame) => add(tail, frame);
  }

  /** A snapshot without secrets, as a trace; the header alone if nothing was exchanged. */
  lines(agent: string, limit: number): readonly string[] {
    const { frames, from } = this.#tails.get(agent) ?? { frames: [], from: 0 };
    const shown = frames.slice(Math.max(from, frames.length - limit));
    const header = toTraceHeader({ startedAt: shown[0]?.atMs, agent, redacted: true });
    return [header, ...shown.map((frame, index) => toLine(frame, index + 2))];
  }

  #open(agent: string): Tail {
    const known = this.#tails.get(agent) ?? { frames: [], from: 0, chars: 0 };
    // The agent that was started longest ago makes room.
    this.#tails.delete(agent);
    this.#tails.set(agent, known);
    const [oldest] = this.#tails.keys();
    if (this.#tails.size > TRAFFIC_AGENTS_MAX && oldest !== undefined) this.#tails.delete(oldest);
    return known;
  }
}

function add(tail: Tail, frame: KeptFrame): void {
  tail.frames.push(frame);
  tail.chars += charsOf(frame);
  while (tail.frames.length - tail.from > TRAFFIC_FRAMES_MAX || tail.chars > TRAFFIC_CHARS_MAX) {
    const dropped = tail.frames[tail.from];
    if (dropped === undefined) break;
    tail.chars -= charsOf(dropped);
    tail.from += 1;
  }
  if (tail.from < TRAFFIC_FRAMES_MAX) return;
  tail.frames = tail.frames.slice(tail.from);
  tail.from = 0;
}
