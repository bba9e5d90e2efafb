// Chooses an agent's sandbox: the flag of this run, else the agent's own setting, else the setting for all agents.
import { stricterSandbox, type SandboxSetting } from "@parley/base";
import { readSandboxSetting, type SandboxAccess } from "@parley/client";
import type { CommandContext } from "../command.ts";

export interface ChosenSandbox extends SandboxAccess {
  readonly setting: SandboxSetting;
}

type Chooser = Pick<CommandContext, "settings" | "config" | "given">;

/** `agents`: the user's current agent settings (default: those at startup). */
export function chooseSandbox({ settings, config, given }: Chooser, name: string, agents?: unknown): ChosenSandbox {
  const { mode, ...access } = readSandboxSetting(agents ?? config.user.values["agents"], name);
  // Project settings may make the sandbox stricter, but never weaker.
  const { mode: folderMode = "off" } = readSandboxSetting(config.workspace.values["agents"], name);
  const own = given?.has("sandbox") === true ? settings.sandbox : (mode ?? settings.sandbox);
  return { ...access, setting: stricterSandbox(own, folderMode) };
}
