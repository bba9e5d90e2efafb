// What an agent would see in its sandbox, for people: the fixed list, with this machine's paths and this agent's own folders in it.
import { ParleyError } from "@parley/base";
import { probeSandbox, type VisiblePlaces } from "@parley/machine/sandbox";
import type { AgentLaunch } from "../agent-launch.ts";
import type { AgentSandbox } from "./agent-sandbox.ts";
import { openLaunchSandbox } from "./open-launch-sandbox.ts";
import { providerHosts } from "./expand-places.ts";

export interface DescribedSandbox {
  /** Why there is none, in one sentence. */
  readonly unavailable?: string | undefined;
  readonly places?: VisiblePlaces | undefined;
  /** Where `limited` leads. */
  readonly hosts: readonly string[];
}

export async function describeSandbox(launch: AgentLaunch, sandbox: AgentSandbox): Promise<DescribedSandbox> {
  // The model is reached by our own agent itself, and not by its tools.
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
