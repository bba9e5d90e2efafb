// Requests about the changed files of a session, and their answers in the log's terms.
import type { ChangedFile } from "@parley/acp";
import { ParleyError } from "@parley/base";
import type { Operations } from "@parley/contract";
import type { Remote } from "@parley/remote";

export type ChangeList = Operations["changes/list"]["reply"];
export type ShownChange = Operations["changes/file"]["reply"];
export type Reviewed = Operations["changes/undo"]["reply"];
type ReviewParams = Operations["changes/undo"]["params"];
export type Requests = Pick<Remote, "request">;

/** Waits for a running turn without a limit; `onWait` is called once. */
export async function review(
  remote: Requests,
  action: Reviewed["action"],
  params: ReviewParams,
  onWait: () => void,
): Promise<Reviewed> {
  for (let hasWaited = false; ; hasWaited = true) {
    try {
      return await remote.request(`changes/${action}`, params);
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== "session_busy") throw error;
      if (!hasWaited) onWait();
    }
  }
}

/** The ids of hunks given by number. */
export async function findHunks(
  remote: Requests,
  id: string,
  selection: Pick<ReviewParams, "turn" | "since">,
  path: string,
  numbers: readonly number[],
): Promise<string[]> {
  const { hunks } = await remote.request("changes/file", { id, path, ...selection });
  return numbers.map((number) => {
    const hunk = hunks.find((one) => one.number === number);
    if (hunk !== undefined) return hunk.id;
    const message = `${path} has no hunk ${number}: it has ${hunks.length}`;
    const remedy = { label: "Show the hunks", command: `parley sessions changes ${id} --path ${path}` };
    throw new ParleyError({ code: "usage", message, remedy });
  });
}

export function toChangedFile(file: ChangeList["files"][number]): ChangedFile {
  const { path, change, from, lines_added: linesAdded, lines_removed: linesRemoved, approval } = file;
  return {
    path,
    change,
    ...(from !== undefined && { from }),
    ...(linesAdded !== undefined && { linesAdded }),
    ...(linesRemoved !== undefined && { linesRemoved }),
    ...(approval !== undefined && approval !== "approved" && { isUncovered: true }),
    ...(approval === "differs" && { differsFromApproved: true }),
  };
}

export function nothingChanged(id: string): ParleyError {
  const message = `No turn of session ${id} changed a file`;
  const remedy = { label: "Show the session", command: `parley sessions show ${id}` };
  return new ParleyError({ code: "usage", message, remedy });
}
