// The terminals of a session, through the hub that owns it.
import { ParleyError } from "@parley/base";
import type { Operations } from "@parley/contract";
import type { Remote } from "@parley/remote";
import { findLatestIn, findSession } from "../client/find-session.ts";
import type { CommandContext } from "../command.ts";
import { findHubSession, listSessions } from "../conversation/list-sessions.ts";
import { connectHub } from "../hub/connect-hub.ts";
import type { AttachFlags } from "../server/attach.ts";

export type ListedTerminal = Operations["terminal/list"]["reply"]["terminals"][number];

export interface SessionTerminals {
  readonly sessionId: string;
  readonly remote: Remote;
  readonly terminals: readonly ListedTerminal[];
}

/** The named session, or the latest one of this folder. */
export async function withTerminals<T>(
  flags: AttachFlags,
  context: CommandContext,
  named: string | undefined,
  use: (session: SessionTerminals) => Promise<T>,
): Promise<T> {
  await using access = await connectHub(flags, context);
  const { remote } = access;
  const sessions = {
    list: (filter: Parameters<typeof listSessions>[1]) => listSessions(remote, filter),
    find: (given: string) => findHubSession(remote, given),
  };
  const found = named === undefined ? findLatestIn(sessions, context.cwd) : findSession(sessions, named);
  const { id } = await found;
  const { terminals } = await remote.request("terminal/list", { id });
  return await use({ sessionId: id, remote, terminals });
}

/** By its id or a prefix of it; by default the latest running one, otherwise the latest. */
export function findTerminal({ sessionId, terminals }: SessionTerminals, named: string | undefined): ListedTerminal {
  const fits = named === undefined ? terminals : terminals.filter(({ id }) => id.startsWith(named));
  const exact = fits.filter(({ id }) => id === named);
  const found = exact.length === 1 || named === undefined ? exact.concat(fits) : fits;
  const best =
    named === undefined ? (found.findLast(({ is_running: isRunning }) => isRunning) ?? found.at(-1)) : found[0];
  if (best !== undefined && (named === undefined || exact.length === 1 || fits.length === 1)) return best;
  const message =
    named === undefined
      ? `The agent of session ${sessionId} has not run any commands`
      : fits.length > 1
        ? `${fits.length} terminals have an id that begins with ${named}`
        : `Session ${sessionId} has no terminal ${named}`;
  const remedy = { label: "List them", command: `parley sessions terminals ${sessionId}` };
  throw new ParleyError({ code: "usage", message, remedy });
}

export function describeEnd({ is_running: isRunning, exit }: Pick<ListedTerminal, "is_running" | "exit">): string {
  if (isRunning) return "running";
  if (exit === undefined) return "ended";
  return exit.exit_code === null ? `killed by ${exit.signal ?? "a signal"}` : `exit code ${exit.exit_code}`;
}
