// The changed files of a session, through the hub that owns it.
import type { ChangedFile } from "@parley/acp";
import { ParleyError } from "@parley/base";
import type { Operations } from "@parley/contract";
import type { SessionInfo } from "@parley/home/session-log";
import type { Remote } from "@parley/remote";
import { findLatestIn, findSession } from "../client/find-session.ts";
import type { CommandContext } from "../command.ts";
import { connectHub } from "../hub/connect-hub.ts";
import { openSessions, storeIn } from "../hub/open-sessions.ts";
import { readStore } from "../hub/read-store.ts";
import { attach, type AttachFlags } from "../server/attach.ts";
import type { Sessions } from "../server/server-store.ts";

export type ChangeList = Operations["changes/list"]["reply"];
export type ShownChange = Operations["changes/file"]["reply"];
export type Reviewed = Operations["changes/undo"]["reply"];
type ReviewParams = Operations["changes/undo"]["params"];

export interface ChangedSession {
  readonly id: string;
  readonly cwd: string;
  readonly remote: Remote;
}

/** What is done with a session that no hub has. */
export type Alone<T> = (store: Sessions, info: SessionInfo) => Promise<T>;

/** Uses the session that is named, or the latest one of this folder. */
export async function withChanges<T>(
  flags: AttachFlags,
  context: CommandContext,
  named: string | undefined,
  use: (session: ChangedSession) => Promise<T>,
  alone: Alone<T> = (_store, { id }) => Promise.reject(notOwned(id)),
): Promise<T> {
  const attached = await attach(flags, context);
  const store = await openSessions(attached);
  let info: SessionInfo;
  try {
    info = named === undefined ? await findLatestIn(store, context.cwd) : await findSession(store, named);
    if (attached.server === undefined && !(await isStored(attached, info.id))) return await alone(store, info);
  } finally {
    await store[Symbol.asyncDispose]();
  }
  await using access = await connectHub(flags, attached);
  return await use({ id: info.id, cwd: info.cwd, remote: access.remote });
}

async function isStored({ home, log }: CommandContext, id: string): Promise<boolean> {
  await using reader = await readStore(storeIn(home), log);
  return (await reader?.getSession(id)) !== undefined;
}

function notOwned(id: string): ParleyError {
  const message = `Session ${id} was run without a server, so its changes can only be undone by turn and file`;
  const remedy = { label: "Import it into a running server", command: `parley sessions import ${id}` };
  return new ParleyError({ code: "usage", message, remedy });
}

/** Waits for a running turn for as long as it takes; `onWait` is called once. */
export async function review(
  remote: Remote,
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

/** The ids of hunks that are named by their numbers. */
export async function findHunks(
  { remote, id }: Pick<ChangedSession, "remote" | "id">,
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
