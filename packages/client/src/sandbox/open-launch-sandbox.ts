// The sandbox that an agent's process is started in: its own folders and hosts on top of what every sandbox has.
import { openZones } from "@parley/home/judge";
import { openRulesFile } from "@parley/home/rules";
import { createSandbox, findComplaint, type OpenSandbox, type SandboxNetwork } from "@parley/machine/sandbox";
import type { LaunchSandbox } from "../supervision/agent-process.ts";
import type { AgentLaunch } from "../agents/launch.ts";
import type { AgentSandbox, SandboxMode } from "./agent-sandbox.ts";
import { expandPlaces, findSandboxNeeds } from "./sandbox-needs.ts";

const NETWORKS: Readonly<Record<SandboxMode, SandboxNetwork>> = { on: "open", limited: "limited", offline: "off" };

export function toNetwork(mode: SandboxMode): SandboxNetwork {
  return NETWORKS[mode];
}

export function openLaunchSandbox(
  launch: AgentLaunch,
  { mode, roots, parleyHome, read = [], write = [], hosts = [] }: AgentSandbox,
  onRefused: (host: string) => void,
): LaunchSandbox & OpenSandbox {
  const env = { ...process.env, ...launch.env };
  const needs = findSandboxNeeds(launch.name, env);
  const sandbox = createSandbox({
    network: toNetwork(mode),
    roots,
    parleyHome,
    zones: openZones({ rules: openRulesFile(parleyHome), roots }),
    programs: [[process.execPath]],
    read: expandPlaces(read, env),
    write: [...needs.folders, ...expandPlaces(write, env)],
    hosts: [...needs.hosts, ...hosts],
    onRefused,
  });
  return { ...sandbox, findComplaint };
}
