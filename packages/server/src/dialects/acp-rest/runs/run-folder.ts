// The folder in a run's or a message's `metadata.cwd`, for a session that is created for the run.
import { ParleyError } from "@parley/base";
import { isSameFolder, type HubSession } from "@parley/hub";
import { nameField } from "../../../http/field-names.ts";
import { RunError } from "../errors.ts";
import type { RunCreate } from "../requests.ts";

export interface RunFolder {
  readonly cwd: string;
  /** The caller's name of the field: `input.0.metadata.cwd`. */
  readonly field: string;
}

/** Undefined if it has none. */
export function findFolder({ metadata, input }: RunCreate): RunFolder | undefined {
  const named: RunFolder[] = [];
  if (metadata?.cwd) named.push({ cwd: metadata.cwd, field: "metadata.cwd" });
  for (const [index, message] of input.entries()) {
    const cwd = message.metadata?.cwd;
    if (cwd) named.push({ cwd, field: `input.${index}.metadata.cwd` });
  }
  const [first, ...others] = named;
  const other = others.find(({ cwd }) => cwd !== first?.cwd);
  if (first !== undefined && other !== undefined) throw refuse(other, `is not the folder of ${first.field}`);
  return first;
}

/** A session stays in its folder. */
export async function checkFolder({ id, cwd }: HubSession, folder: RunFolder | undefined): Promise<void> {
  if (folder === undefined || (await isSameFolder(cwd, folder.cwd))) return;
  throw refuse(folder, `the session ${id} works in ${cwd}. Omit the field, or start another session`);
}

/** Errors of the hub about `cwd` refer to the field that it came from. */
export function blameFolder(error: unknown, folder: RunFolder | undefined): unknown {
  if (!(error instanceof ParleyError) || folder === undefined) return error;
  const named = nameField(error, { cwd: folder.field });
  if (named?.field !== folder.field) return error;
  return new RunError(400, "invalid_input", named.message, { code: error.code, field: named.field });
}

function refuse({ field }: RunFolder, problem: string): RunError {
  return new RunError(400, "invalid_input", `${field}: ${problem}`, { field });
}
