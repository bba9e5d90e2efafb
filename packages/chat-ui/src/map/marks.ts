// Where each agent is at a moment, and where it was just before.
import type { Playhead } from "../recording/playhead.ts";
import type { Recording } from "../recording/recording.ts";
import { MARK_MS, TRAIL_MAX, TRAIL_MS, TRAIL_TOUCHES_MAX } from "../watch-limits.ts";

export interface Mark {
  readonly actor: number;
  readonly name: string;
  readonly sessionId: string;
  /** When it came here. */
  readonly atMs: number;
  /** Files by number, the current one first. */
  readonly trail: readonly number[];
}

export function marksAt({ touches, actors }: Recording, { cursor, atMs }: Playhead): readonly Mark[] {
  const trails = new Map<number, { readonly atMs: number; readonly trail: number[] }>();
  const first = Math.max(0, cursor - TRAIL_TOUCHES_MAX);
  for (let index = cursor - 1; index >= first; index -= 1) {
    const [at, actor, file] = [touches.at(index), touches.actor(index), touches.file(index)];
    if (atMs - at > MARK_MS) break;
    const known = trails.get(actor);
    if (known === undefined) trails.set(actor, { atMs: at, trail: [file] });
    else if (known.trail.length < TRAIL_MAX && atMs - at <= TRAIL_MS && known.trail.at(-1) !== file)
      known.trail.push(file);
  }
  return [...trails].map(([actor, { atMs: since, trail }]) => ({
    actor,
    name: actors[actor]?.name ?? "",
    sessionId: actors[actor]?.sessionId ?? "",
    atMs: since,
    trail,
  }));
}
