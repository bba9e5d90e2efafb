// The text of each file that a person was shown with a question: what is written afterwards must be that.
import { fitsEdits, type TextEdit } from "@parley/acp/tool-input";
import type { Subject } from "@parley/home/judge";
import type { FitsText, PathFacts, ToolFacts } from "@parley/policy";

/** What a surface shows first is what counts: a diff, else the input, else a patch. */
const SHOWN_FIRST = ["diff", "input", "patch"] as const;

export function toShownTexts(
  edits: readonly TextEdit[],
  { paths = [] }: ToolFacts,
  subjects: readonly Subject[],
): (path: PathFacts) => FitsText | undefined {
  const places = new Map<string, string>();
  const written = subjects.flatMap(({ request, facts }) => (request.kind === "write" && "real" in facts ? facts : []));
  for (const { requested, real } of [...paths, ...written]) places.set(requested, real);
  return ({ real }) => {
    const here = edits.filter(({ path }) => path !== undefined && places.get(path) === real);
    const from = SHOWN_FIRST.find((one) => here.some((edit) => edit.from === one));
    const shown = here.filter((edit) => edit.from === from);
    return shown.length === 0 ? undefined : (change) => fitsEdits(shown, change);
  };
}
