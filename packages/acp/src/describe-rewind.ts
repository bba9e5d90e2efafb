// Describes a rewind of the conversation in one sentence.
import { plural } from "@parley/base";
import type { RewoundEvent } from "./session-event.ts";

type Described = Pick<RewoundEvent, "turn" | "undoes" | "files" | "omitted" | "actor">;

export function describeRewind({ turn, undoes, files, omitted = 0, actor }: Described): string {
  const count = files.length + omitted;
  const restored = count === 0 ? "" : `, ${plural(count, "file")} restored`;
  const by = actor === undefined ? "" : ` · ${actor.person ?? actor.surface}`;
  const what = undoes === undefined ? `Rewound to before turn ${turn}` : `Undid the rewind to before turn ${turn}`;
  return `${what}${restored}${by}`;
}
