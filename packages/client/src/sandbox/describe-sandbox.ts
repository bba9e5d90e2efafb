// Describes for people what an agent sees in its sandbox: the fixed list with this machine's paths and the agent's own folders.
import { ParleyError } from "@parley/base";
import { probeSandbox, type VisiblePlaces } from "@parley/machine/sandbox";
import type { AgentLaunch } from "../agent-launch.ts";
import type { AgentSandbox } from "./agent-sandbox.ts";
import { openLaunchSandbox } from "./open-launch-sandbox.ts";
import { providerHosts } from "./expand-places.ts";

export interface DescribedSandbox {
  /** Why no sandbox is available, in one sentence. */
  readonly unavailable?: string | undefined;
  readonly places?: VisiblePlaces | undefined;
  /** Hosts that `limited` may reach. */
  readonly hosts: readonly string[];
}

export async function describeSandbox(launch: AgentLaunch, sandbox: AgentSandbox): Promise<DescribedSandbox> {
  // Our own agent contacts the model itself, outside the sandbox of its tools.
  const hosts = [
    ...(launch.sandboxesItself === true ? [] : providerHosts(launch, { ...process.env, ...launch.env })),
    ...(sandbox.hosts ?? []),
  ];
  const state = await probeSandbox();
  if (!state.isAvailable) return { unavailable: state.error.message, hosts };
  await using opened = openLaunchSandbox(launch, sandbox, () => undefined);
  try {
    const command =
      launch.sandboxesItself === true ? (["/bin/sh"] as const) : ([launch.command, ...launch.args] as const);
    return { places: await opened.visible(command), hosts };
  } catch (error) {
    if (error instanceof ParleyError) return { unavailable: error.message, hosts };
    throw error;
  }
}
