// What a list of sessions shows of each, and its rows: the sessions of a folder under its name.
import type { SessionStatus } from "@parley/chat-model";

export interface SessionEntry {
  readonly id: string;
  readonly title: string;
  /** How its agent is called. */
  readonly agent: string;
  readonly folder: string;
  readonly status: SessionStatus;
  /** What was said or done last. */
  readonly line: string;
  readonly updatedAtMs: number;
}

export type SessionRow =
  | { readonly type: "folder"; readonly folder: string; readonly label: string }
  | { readonly type: "session"; readonly entry: SessionEntry };

/** The entries come with the newest first; a folder stands where its newest session would. */
export function toSessionRows(entries: readonly SessionEntry[]): readonly SessionRow[] {
  const byFolder = new Map<string, SessionEntry[]>();
  for (const entry of entries) {
    const known = byFolder.get(entry.folder);
    if (known === undefined) byFolder.set(entry.folder, [entry]);
    else known.push(entry);
  }
  const labels = labelFolders([...byFolder.keys()]);
  const rows: SessionRow[] = [];
  for (const [folder, inFolder] of byFolder) {
    rows.push({ type: "folder", folder, label: labels.get(folder) ?? folder });
    for (const entry of inFolder) rows.push({ type: "session", entry });
  }
  return rows;
}

/** The last name of a path; with the one before it where two folders have the same. */
function labelFolders(folders: readonly string[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const folder of folders) counts.set(lastNames(folder, 1), (counts.get(lastNames(folder, 1)) ?? 0) + 1);
  return new Map(
    folders.map((folder) => [folder, lastNames(folder, (counts.get(lastNames(folder, 1)) ?? 0) > 1 ? 2 : 1)]),
  );
}

function lastNames(folder: string, count: number): string {
  return folder.split(/[\\/]/).filter(Boolean).slice(-count).join("/") || folder;
}
