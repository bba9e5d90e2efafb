// Mode planner: splits a request into tasks and assigns each to the most suitable mode.
import { PLANNER_INSTRUCTIONS } from "@parley/planning";
import type { AgentMode } from "../mode.ts";

export const planner: AgentMode = {
  id: "planner",
  slot: "assistant",
  name: "Planner",
  description: "Splits a request into ordered tasks and assigns a mode to each",
  whenToUse: "Plan a request with several parts before executing it",
  category: "prompt_only",
  groups: ["none"],
  isInternal: true,
  instructions: PLANNER_INSTRUCTIONS,
};
