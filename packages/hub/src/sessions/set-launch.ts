// Keeps what a session brings for its agent's process, and has the next turn start the agent with it.
import { ParleyError } from "@parley/base";
import { badField } from "@parley/planning";
import type { GivenLaunch } from "../api/given-launch.ts";
import type { NewHubSession } from "../api/sessions.ts";
import type { SessionRow } from "../api/store.ts";
import { parseProgram, parseSecrets, parseVariables, type Parsed } from "../launches/parse-launch.ts";
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
export function checkLaunch({
  env,
  launch,
  secrets,
  agent,
}: GivenLaunch & { readonly agent?: string | undefined }): void {
  if (env !== undefined) check("/env", parseVariables(env));
  if (secrets !== undefined) check("/secrets", parseSecrets(secrets));
  if (launch === undefined) return;
  check("/launch", parseProgram(launch));
  if (agent !== undefined) throw badField({ path: "/agent" }, "cannot be combined with launch, which is the agent");
}

function check(path: string, parsed: Parsed<unknown>): void {
  if ("value" in parsed) return;
  throw badField({ path: parsed.field === "" ? path : `${path}/${parsed.field}` }, `must be ${parsed.expected}`);
}

/** What a new session brings, or shares with another one. */
export function givenTo(
  { env, launch, secrets, environmentOf }: NewHubSession,
  launches: Pick<SessionLaunches, "get">,
): GivenLaunch {
  const shared = environmentOf === undefined ? undefined : launches.get(environmentOf);
  return { env: env ?? shared?.env, launch, secrets: secrets ?? shared?.secrets };
}

/** What is stored of it. */
export function describeBrought(launch: SessionLaunch | undefined): SessionRow["brought"] {
  if (launch === undefined) return undefined;
  if (launch.program !== undefined) return "program";
  if (launch.key === "") return "secrets";
  return "environment";
}

/** A program that replaces the session's agent rejects with `session_busy` during a turn. */
export async function setLaunch(session: LiveSession, given: GivenLaunch, options: SetLaunchOptions): Promise<void> {
  const { launches, links, sessionAgents } = options;
  if (given.env === undefined && given.launch === undefined && given.secrets === undefined) return;
  checkLaunch(given);
  const before = launches.get(session.id);
  const isProcessGiven = given.env !== undefined || given.launch !== undefined;
  const launch = launches.toLaunch({
    env: isProcessGiven ? given.env : before?.env,
    launch: given.launch ?? before?.program,
    secrets: given.secrets ?? before?.secrets,
  });
  if (before?.setupKey === launch?.setupKey) return;
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
