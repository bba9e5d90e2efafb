// The modes of our agent as data, for whoever offers them without starting it.
export { BUILT_IN_MODES, DEFAULT_MODE_IDS } from "./modes/built-in.ts";
export { loadModes } from "./modes/load-modes.ts";
export { SLOTS, type AgentMode, type ModeCategory, type Slot } from "./modes/mode.ts";
