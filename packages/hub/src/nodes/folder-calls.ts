// Calls that need the folder of a session, and so a server on a machine that has it.
import { ParleyError } from "@parley/base";
import type { SessionRow } from "../api/store.ts";

const ALL_OF: ReadonlySet<string> = new Set(["files", "terminals", "worktrees"]);
const SINGLE: ReadonlySet<string> = new Set([
  "turns.start",
  "turns.run",
  "sessions.open",
  "sessions.fork",
  "sessions.handOver",
  "sessions.setMode",
  "sessions.setModel",
  "sessions.setConfigOption",
  "sessions.offer",
  "sessions.renderPrompt",
  "fileChanges.review",
  "rewind.rewind",
]);

export function needsFolder(part: string, method: string): boolean {
  return ALL_OF.has(part) || SINGLE.has(`${part}.${method}`);
}

export function folderUnavailable(session: SessionRow | undefined): ParleyError {
  return new ParleyError({
    code: "folder_unavailable",
    message: `No running server has the folder ${session?.cwd ?? ""} of this session`,
    remedy: {
      label: "Start the server on the machine with the folder, or give servers that share it the same --node-place",
    },
  });
}
