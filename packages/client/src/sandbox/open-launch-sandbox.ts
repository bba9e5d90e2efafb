// Opens the sandbox of an agent's process: what every sandbox has, plus the agent's own folders and hosts.
import { openZones } from "@parley/home/judge";
import { openRulesFile } from "@parley/home/rules";
import { createSandbox, findComplaint, type OpenSandbox, type SandboxNetwork } from "@parley/machine/sandbox";
import type { LaunchSandbox } from "../process/agent-process.ts";
import type { AgentLaunch } from "../agent-launch.ts";
import type { AgentSandbox, SandboxMode } from "./agent-sandbox.ts";
import { expandPlaces, providerHosts } from "./expand-places.ts";

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
  const sandbox = createSandbox({
    network: toNetwork(mode),
    roots,
    parleyHome,
    zones: openZones({ rules: openRulesFile(parleyHome), roots }),
    programs: [[process.execPath]],
    read: expandPlaces(read, env),
    write: expandPlaces([...(launch.sandboxNeeds?.folders ?? []), ...write], env),
    hosts: [...providerHosts(launch, env), ...hosts],
    onRefused,
  });
  return { ...sandbox, findComplaint };
}
