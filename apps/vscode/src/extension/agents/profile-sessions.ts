// Sessions whose agent is a profile of the settings: handing one over to a profile, and starting it with what the settings say now.
import type { ParleyWindow } from "../parley-window.ts";
import type { AgentProfile } from "../settings/check-profiles.ts";
import { findProfile } from "./profiles.ts";
import { toProgram } from "./session-setup.ts";

/** `agent` is a value of the list of agents. */
export async function handOverToProfile(window: ParleyWindow, sessionId: string, agent: string): Promise<void> {
  const profile = findProfile(window, agent);
  if (profile !== undefined) await launchProfile(window, sessionId, profile);
}

/** Counts from the next turn on. */
export async function launchProfile(window: ParleyWindow, sessionId: string, profile: AgentProfile): Promise<void> {
  const { brought, remote, sessions } = window;
  const folder = sessions.get(sessionId)?.working_dir ?? "";
  const launch = { ...brought.launch(sessionId), launch: await toProgram(window, profile, folder) };
  await remote.request("sessions/setLaunch", { id: sessionId, ...launch });
  await brought.keep(sessionId, { ...brought.names(sessionId), profile: profile.name }, launch);
}
