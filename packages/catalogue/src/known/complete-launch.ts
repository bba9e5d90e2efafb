// Adds what is known of an agent to its launch: the faults to work around, and what it needs in a sandbox.
import type { AgentLaunch } from "@parley/client";
import { quirksOf } from "./quirks.ts";
import { findSandboxNeeds } from "./sandbox-needs.ts";

export function completeLaunch(launch: AgentLaunch): AgentLaunch {
  return { ...launch, quirks: quirksOf(launch), sandboxNeeds: findSandboxNeeds(launch.name) };
}
