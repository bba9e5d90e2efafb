// The built-in agent for the hub: one entry for each of its modes and the user's.
import { BUILT_IN_MODES, DEFAULT_MODE_IDS, loadModes, SLOTS, type AgentMode, type Slot } from "@parley/agent/modes";
import type { Log } from "@parley/base";
import type { OwnAgent, OwnMode } from "@parley/hub";
import { ownLaunch } from "../client/own-agent.ts";

const DESCRIPTIONS: Readonly<Record<Slot, string>> = {
  coding: "Plans, writes, tests and operates software",
  assistant: "Answers questions, and makes recipes and small apps",
};

export function ownModes(parleyHome: string, log: Log): OwnAgent {
  const launch = ownLaunch("parley");
  return {
    slots: SLOTS.map((name) => ({ name, description: DESCRIPTIONS[name], defaultModeId: DEFAULT_MODE_IDS[name] })),
    modes: BUILT_IN_MODES.map(toOwnMode),
    loadModes: modesLoader(parleyHome, log),
    find: () =>
      launch === undefined ? Promise.reject(new Error("The built-in agent is not available")) : Promise.resolve(launch),
  };
}

/** Only the home's modes, because a project's apply to its own sessions. A broken file is logged only once. */
function modesLoader(parleyHome: string, log: Log): () => Promise<readonly OwnMode[]> {
  let logged: readonly string[] = [];
  return async () => {
    const { modes, problems } = await loadModes({ cwd: parleyHome, parleyHome, isTrusted: false });
    for (const { message, remedy } of problems) {
      if (!logged.includes(message)) log.write("warn", message, { remedy: remedy?.label });
    }
    logged = problems.map(({ message }) => message);
    return modes.map(toOwnMode);
  };
}

function toOwnMode(mode: AgentMode): OwnMode {
  const { id, slot, name, description, whenToUse, category, groups, isInternal, isDeprecated } = mode;
  const toolGroups = groups.map((group) => (typeof group === "string" ? group : group.group));
  return { id, slot, name, description, whenToUse, category, toolGroups, isInternal, isDeprecated };
}
