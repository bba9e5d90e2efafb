// Whether an agent that we installed can be used, and how it starts.
import { findProgram } from "@parley/machine/processes";
import { dirname } from "node:path";
import { findTool } from "../install/find-tool.ts";
import type { InstalledAgent, InstalledEntry } from "../install/installed-agent.ts";
import type { KnownAgent } from "../known/known-agent.ts";
import type { AgentStatus, Lookup } from "./lookup.ts";
import { withFolderInPath, type Surroundings } from "../programs/surroundings.ts";
import { compareReleases } from "../programs/version.ts";
import { toLaunchCommand } from "../programs/windows-command.ts";

/** Its version is known, so nothing is started. */
export async function checkInstalled(
  entry: InstalledEntry,
  agent: Pick<KnownAgent, "name" | "title"> & Partial<KnownAgent>,
  { surroundings }: Lookup,
): Promise<AgentStatus> {
  const { name, title, authHint, minimumVersion: minimum } = agent;
  const again = { label: `Install it again`, command: `parley agents install ${name}` };
  if (entry.agent === undefined) return { state: "broken", path: entry.id, message: entry.problem, remedy: again };
  const { path, version, args, runner } = entry.agent;
  // A script that is given to Node need not be executable, nor have an ending that its system executes.
  const program = await findProgram(path, "/", {});
  if (program === undefined || (program.kind !== "executable" && runner === undefined)) {
    const message = `${title} was installed, but its program ${path} is gone or not executable`;
    return { state: "broken", path, message, remedy: again };
  }
  if (minimum !== undefined && compareReleases(version, minimum) < 0) {
    const update = { label: `Update ${title}`, command: `parley agents update ${name}` };
    return { state: "too_old", path, version, minimum, update };
  }
  const command =
    runner === undefined ? toLaunchCommand(path, args, surroundings) : { command: runner, args: [path, ...args] };
  const env = { ...(await nodeInPath(entry.agent, surroundings)), ...entry.agent.env };
  const launch = { name, title, ...command, env, version, authHint };
  return { state: "ready", path, foundIn: "installed", version, launch };
}

/** What comes from npm is run by Node, which an editor started from a dock may not have in its PATH. */
async function nodeInPath({ kind }: InstalledAgent, surroundings: Surroundings): Promise<Record<string, string>> {
  const node = kind === "npx" ? await findTool("node", surroundings) : undefined;
  return node === undefined ? {} : withFolderInPath(surroundings, dirname(node));
}
