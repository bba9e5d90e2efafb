// What a recording knows of one file: each turn that touched it.
import { READ } from "../recording/file-states.ts";
import type { Recording } from "../recording/recording.ts";

export interface TurnTouches {
  readonly agent: string;
  readonly turn: number | undefined;
  readonly reads: number;
  readonly writes: number;
  readonly lastMs: number;
}

/** The latest turn first. */
export function touchesOf(recording: Recording, path: string, untilMs: number): readonly TurnTouches[] {
  const { touches, spans, actors } = recording;
  const file = recording.paths.indexOf(path);
  const turns = spans.all.filter(({ kind }) => kind === "turn");
  const found = new Map<string, { -readonly [Field in keyof TurnTouches]: TurnTouches[Field] }>();
  for (let index = touches.after(untilMs) - 1; index >= 0; index -= 1) {
    if (touches.file(index) !== file) continue;
    const [atMs, actor] = [touches.at(index), touches.actor(index)];
    const turn = turns.findLast((one) => one.actor === actor && one.startMs <= atMs)?.turn;
    const key = `${actor} ${turn}`;
    const known = found.get(key) ?? { agent: actors[actor]?.name ?? "", turn, reads: 0, writes: 0, lastMs: atMs };
    found.set(key, known);
    if (touches.kind(index) === READ) known.reads += 1;
    else known.writes += 1;
  }
  return [...found.values()];
}
