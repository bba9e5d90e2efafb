// The agent's modes as data, to offer them without starting the agent.
export { BUILT_IN_MODES, DEFAULT_MODE_IDS } from "./modes/built-in.ts";
export { loadModes } from "./modes/load-modes.ts";
export { SLOTS, type AgentMode, type ModeCategory, type Slot } from "./modes/mode.ts";
