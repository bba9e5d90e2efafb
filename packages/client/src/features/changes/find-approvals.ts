// Which changed files are covered by something that was allowed in the turn.
import { inParallel } from "@parley/base";
import type { FileChange } from "@parley/machine";
import { join } from "node:path";
import { lastChange } from "../gate/disk-texts.ts";
import type { Gate } from "../gate/gate.ts";
import { LOOKUPS_AT_ONCE } from "../../limits.ts";

/** `differs`: the user approved a different text for the file. */
export type Approval = "covered" | "uncovered" | "differs";

/** In the order of the files. `folder` is without links. */
export function findApprovals(gate: Gate, folder: string, files: readonly FileChange[]): Promise<readonly Approval[]> {
  return inParallel(files, LOOKUPS_AT_ONCE, (file) => findApproval(gate, folder, file));
}

/** A renamed file is gone from one path and new at another. */
async function findApproval(gate: Gate, folder: string, { path, oldPath }: FileChange): Promise<Approval> {
  const approval = await approvalOf(gate, join(folder, path));
  if (approval !== "covered" || oldPath === undefined) return approval;
  const isCovered = gate.coverage.covers({ real: join(folder, oldPath), changedAtMs: undefined });
  return isCovered ? "covered" : "uncovered";
}

async function approvalOf({ coverage, disk }: Gate, real: string): Promise<Approval> {
  if (coverage.covers({ real, changedAtMs: await lastChange(real) })) return "covered";
  const texts = coverage.approvedTexts(real);
  if (texts === undefined) return "uncovered";
  const { text, changedAtMs } = await disk.read(real);
  const isExplained = text !== undefined && changedAtMs !== undefined && texts.explains(text);
  return isExplained ? "covered" : "differs";
}
