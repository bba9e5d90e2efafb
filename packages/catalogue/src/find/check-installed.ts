// Checks whether an agent that Parley installed can be used, and how it starts.
import { findProgram } from "@parley/machine/processes";
import { dirname } from "node:path";
import { findTool } from "../install/find-tool.ts";
import type { InstalledAgent, InstalledEntry } from "../install/installed-agent.ts";
import type { KnownAgent } from "../known/known-agent.ts";
import type { AgentStatus, Lookup } from "./lookup.ts";
import { withFolderInPath, type HostEnvironment } from "../programs/host-environment.ts";
import { compareReleases } from "../programs/version.ts";
import { toLaunchCommand } from "../programs/windows-command.ts";

/** Its version is known, so no process is started. */
export async function checkInstalled(
  entry: InstalledEntry,
  agent: Pick<KnownAgent, "name" | "title"> & Partial<KnownAgent>,
  { host }: Lookup,
): Promise<AgentStatus> {
  const { name, title, authHint, minimumVersion: minimum } = agent;
  const again = { label: "Reinstall it", command: `parley agents install ${name}` };
  if (entry.agent === undefined) return { state: "broken", path: entry.id, message: entry.problem, remedy: again };
  const { path, version, args, runner } = entry.agent;
  // A script that Node runs need not be executable or have an executable extension.
  const program = await findProgram(path, "/", {});
  if (program === undefined || (program.kind !== "executable" && runner === undefined)) {
    const message = `${title} was installed, but its program ${path} is missing or not executable`;
    return { state: "broken", path, message, remedy: again };
  }
  if (minimum !== undefined && compareReleases(version, minimum) < 0) {
    const update = { label: `Update ${title}`, command: `parley agents update ${name}` };
    return { state: "too_old", path, version, minimum, update };
  }
  const command = runner === undefined ? toLaunchCommand(path, args, host) : { command: runner, args: [path, ...args] };
  const env = { ...(await nodeInPath(entry.agent, host)), ...entry.agent.env };
  const launch = { name, title, ...command, env, version, authHint };
  return { state: "ready", path, foundIn: "installed", version, launch };
}

/** npm packages need Node, which may be missing from the PATH of an editor started from a dock. */
async function nodeInPath({ kind }: InstalledAgent, host: HostEnvironment): Promise<Record<string, string>> {
  const node = kind === "npx" ? await findTool("node", host) : undefined;
  return node === undefined ? {} : withFolderInPath(host, dirname(node));
}
