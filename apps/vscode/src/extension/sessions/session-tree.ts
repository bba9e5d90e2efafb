// The list of sessions as rows of a tree: those of this window's folders first, then the others by folder.
import type { NativeSession } from "@parley/contract";

export type SessionNode =
  | {
      readonly type: "folder";
      readonly folder: string;
      readonly label: string;
      readonly sessions: readonly NativeSession[];
    }
  | { readonly type: "session"; readonly session: NativeSession };

/** The newest first, as given. A window's own sessions stand at the top level. */
export function toSessionNodes(sessions: readonly NativeSession[], folders: readonly string[]): readonly SessionNode[] {
  const own = sessions.filter(({ working_dir: folder }) => folders.includes(folder));
  const byFolder = new Map<string, NativeSession[]>();
  for (const session of sessions) {
    if (folders.includes(session.working_dir)) continue;
    const known = byFolder.get(session.working_dir);
    if (known === undefined) byFolder.set(session.working_dir, [session]);
    else known.push(session);
  }
  return [
    ...own.map((session) => ({ type: "session", session }) as const),
    ...[...byFolder].map(
      ([folder, inFolder]) => ({ type: "folder", folder, label: lastName(folder), sessions: inFolder }) as const,
    ),
  ];
}

function lastName(folder: string): string {
  return folder.split(/[\\/]/).findLast((name) => name !== "") ?? folder;
}
