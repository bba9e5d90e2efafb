// The turns that touched a file, over all sessions of the folders above it. A renamed file is followed to its old name.
import type { ChangedFile } from "@parley/acp";
import { dirname, join } from "node:path";
import type { TurnChanges } from "../file-changes/change-index.ts";
import type { HubFileChanges } from "../file-changes/create-file-changes.ts";
import { isAbandoned } from "../log/abandoned.ts";
import type { LiveSession } from "../live/live-session.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import type { HubStore } from "../api/store.ts";
import { HISTORY_SESSIONS_MAX } from "../limits.ts";

export interface TouchedFile {
  readonly session: LiveSession;
  readonly turn: TurnChanges;
  readonly file: ChangedFile;
  /** From the session's folder, with slashes. */
  readonly path: string;
  readonly prompt: string;
  readonly isUndone: boolean;
}

export interface TouchSource {
  readonly store: Pick<HubStore, "listSessions">;
  readonly live: LiveSessions;
  readonly fileChanges: HubFileChanges;
}

type SessionTurn = Omit<TouchedFile, "file" | "path" | "isUndone"> & {
  readonly isUndone: (path: string, turn: number) => boolean;
};

/** The latest first. `paths`: the file's own, and the one without links. */
export async function findTouches(source: TouchSource, paths: readonly string[]): Promise<readonly TouchedFile[]> {
  const turns = await readTurns(source, new Set(paths.flatMap(foldersAbove)));
  const names = new Set(paths);
  const touches: TouchedFile[] = [];
  for (const { isUndone, ...place } of turns.toSorted((one, other) => (other.turn.at ?? 0) - (one.turn.at ?? 0))) {
    const { cwd } = place.session.row;
    for (const file of place.turn.files) {
      if (!names.has(join(cwd, file.path))) continue;
      touches.push({ ...place, file, path: file.path, isUndone: isUndone(file.path, place.turn.number) });
      if (file.from === undefined) continue;
      names.clear();
      names.add(join(cwd, file.from));
    }
  }
  return touches;
}

async function readTurns(
  { store, live, fileChanges }: TouchSource,
  folders: ReadonlySet<string>,
): Promise<SessionTurn[]> {
  const turns: SessionTurn[] = [];
  for (const cwd of folders) {
    const { rows } = await store.listSessions({ cwd, limit: HISTORY_SESSIONS_MAX });
    for (const { id } of rows) {
      const session = await live.get(id);
      const { changed, prompts, isUndone } = await fileChanges.readTurns(session);
      for (const turn of changed) {
        if (isAbandoned(session.row, turn.promptSeq)) continue;
        turns.push({ session, turn, prompt: prompts[turn.number - 1]?.text ?? "", isUndone });
      }
    }
  }
  return turns;
}

function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === dirname(folder)) return folders;
  }
}
