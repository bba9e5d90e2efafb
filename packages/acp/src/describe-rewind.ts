// Describes a rewind of the conversation in one sentence.
import { t, tPlural } from "@parley/base";
import type { RewoundEvent } from "./session-event.ts";

type Described = Pick<RewoundEvent, "turn" | "undoes" | "files" | "omitted" | "actor">;

export function describeRewind({ turn, undoes, files, omitted = 0, actor }: Described): string {
  const count = files.length + omitted;
  const restored = count === 0 ? "" : `, ${tPlural(count, "{0} file restored", "{0} files restored")}`;
  const by = actor === undefined ? "" : ` · ${actor.person ?? actor.surface}`;
  const what =
    undoes === undefined ? t("Rewound to before turn {0}", turn) : t("Undid the rewind to before turn {0}", turn);
  return `${what}${restored}${by}`;
}
