// Mode planner: cuts a request with several parts into tasks, and gives each to the mode that is best at it.
import { PLANNER_INSTRUCTIONS } from "@parley/planning";
import type { AgentMode } from "../mode.ts";

export const planner: AgentMode = {
  id: "planner",
  slot: "assistant",
  name: "Planner",
  description: "Cuts a request into tasks with an order, and names the mode for each",
  whenToUse: "Plan a request that has several parts, before anything is done",
  category: "prompt_only",
  groups: ["none"],
  isInternal: true,
  instructions: PLANNER_INSTRUCTIONS,
};
