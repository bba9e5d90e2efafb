// An approval that showed the text of a file covers only that text, not anything else that the agent writes to the
// file.
import type { ToolCallReading } from "@parley/acp/tool-input";
import type { ToolFacts } from "@parley/policy";
import type { Gate } from "../gate/gate.ts";
import type { ShownTexts } from "./shown-texts.ts";

/**
 * The files that are limited, by their real paths. Call it before the agent gets the answer, because the edits apply to
 * the files' current content.
 */
export async function limitToShown(
  { coverage, disk }: Gate,
  { paths = [] }: ToolFacts,
  { deletes, moves }: ToolCallReading,
  shown: ShownTexts,
): Promise<ReadonlySet<string>> {
  const limited = new Set<string>();
  for (const { requested, real } of paths) {
    const edits = shown.approvedEdits(real);
    if (edits === undefined || deletes.includes(requested) || moves.includes(requested)) continue;
    const { text, changedAtMs } = await disk.read(real);
    if (text === undefined) continue;
    const isAllowed = changedAtMs !== undefined && coverage.isRun({ real, changedAtMs });
    coverage.limitToTexts(real).approve(edits, text, isAllowed);
    limited.add(real);
  }
  return limited;
}
