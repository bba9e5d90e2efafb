// Keeps what a session brings for its agent's process, and has the next turn start the agent with it.
import { ParleyError } from "@parley/base";
import { badField } from "@parley/planning";
import type { GivenLaunch } from "../api/given-launch.ts";
import { parseProgram, parseVariables, type Parsed } from "../launches/parse-launch.ts";
import type { SessionLaunch, SessionLaunches } from "../launches/session-launches.ts";
import type { LinkSessions } from "../links/link-sessions.ts";
import { toEntry, type SessionAgents } from "../links/session-agents.ts";
import type { LiveSession } from "../live/live-session.ts";
import { changeAgent } from "./change-agent.ts";

export interface SetLaunchOptions {
  readonly launches: SessionLaunches;
  readonly links: LinkSessions;
  readonly sessionAgents: SessionAgents;
}

/** Throws `bad_input`, which never repeats a value. */
export function checkLaunch({ env, launch, agent }: GivenLaunch & { readonly agent?: string | undefined }): void {
  if (env !== undefined) check("/env", parseVariables(env));
  if (launch === undefined) return;
  check("/launch", parseProgram(launch));
  if (agent !== undefined) throw badField({ path: "/agent" }, "cannot be combined with launch, which is the agent");
}

function check(path: string, parsed: Parsed<unknown>): void {
  if ("value" in parsed) return;
  throw badField({ path: parsed.field === "" ? path : `${path}/${parsed.field}` }, `must be ${parsed.expected}`);
}

/** What is stored of it. */
export function describeBrought(launch: SessionLaunch | undefined): "environment" | "program" | undefined {
  if (launch === undefined) return undefined;
  return launch.program === undefined ? "environment" : "program";
}

/** A program that replaces the session's agent rejects with `session_busy` during a turn. */
export async function setLaunch(session: LiveSession, given: GivenLaunch, options: SetLaunchOptions): Promise<void> {
  const { launches, links, sessionAgents } = options;
  if (given.env === undefined && given.launch === undefined) return;
  checkLaunch(given);
  const before = launches.get(session.id);
  const launch = launches.toLaunch({ env: given.env, launch: given.launch ?? before?.program });
  if (before?.key === launch?.key) return;
  const isOther = launch?.program !== undefined && launch.program.name !== session.row.agent;
  if (isOther && session.busy > 0) {
    const message = `A turn is running in session ${session.id}. Wait until it ends before another program continues it`;
    throw new ParleyError({ code: "session_busy", message });
  }
  launches.set(session.id, launch);
  if (isOther) await changeAgent(session, toEntry(launch.program), { agents: sessionAgents, links });
  session.change({ brought: describeBrought(launch) });
  // A running turn ends with what it was started with.
  if (session.busy === 0) await links.renew(session);
  await session.save();
}
