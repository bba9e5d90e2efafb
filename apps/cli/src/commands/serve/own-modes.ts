// Our own agent for the hub: this very program as an agent, and its modes as entries.
import { BUILT_IN_MODES, DEFAULT_MODE_IDS, SLOTS, type AgentMode, type Slot } from "@parley/agent/modes";
import type { OwnAgent, OwnMode } from "@parley/hub";
import { ownLaunch } from "../../client/own-agent.ts";

const DESCRIPTIONS: Readonly<Record<Slot, string>> = {
  coding: "Plans, writes, tests and operates software",
  assistant: "Answers questions, and makes recipes and small apps",
};

export function ownModes(): OwnAgent {
  const launch = ownLaunch("parley");
  return {
    slots: SLOTS.map((name) => ({ name, description: DESCRIPTIONS[name], defaultModeId: DEFAULT_MODE_IDS[name] })),
    modes: BUILT_IN_MODES.map(toOwnMode),
    find: () =>
      launch === undefined ? Promise.reject(new Error("There is no agent of ours")) : Promise.resolve(launch),
  };
}

function toOwnMode(mode: AgentMode): OwnMode {
  const { id, slot, name, description, whenToUse, category, groups, isInternal, isDeprecated } = mode;
  const toolGroups = groups.map((group) => (typeof group === "string" ? group : group.group));
  return { id, slot, name, description, whenToUse, category, toolGroups, isInternal, isDeprecated };
}
