// The session whose changed files a command is about, through the hub that owns it.
import type { SessionInfo } from "@parley/home/session-log";
import { findLatestIn, findSession } from "../client/find-session.ts";
import type { CommandContext } from "../command.ts";
import { connectHub } from "../hub/connect-hub.ts";
import { openSessions } from "../hub/open-sessions.ts";
import { attach, type AttachFlags } from "../server/attach.ts";
import type { Requests } from "../changes/change-requests.ts";

export interface ChangedSession {
  readonly id: string;
  readonly cwd: string;
  readonly remote: Requests;
}

/** The named session, or the latest one of this folder. */
export async function withChanges<T>(
  flags: AttachFlags,
  context: CommandContext,
  named: string | undefined,
  use: (session: ChangedSession) => Promise<T>,
): Promise<T> {
  const attached = await attach(flags, context);
  const { id, cwd } = await find(attached, named);
  await using access = await connectHub(flags, attached);
  return await use({ id, cwd, remote: access.remote });
}

async function find(context: CommandContext, named: string | undefined): Promise<SessionInfo> {
  await using store = await openSessions(context);
  return named === undefined ? await findLatestIn(store, context.cwd) : await findSession(store, named);
}
