// The client's features for an agent: permissions, files, terminals, forms, the changes of a turn.
export type { Ask, ElicitationQuestion, PermissionQuestion, PermissionReply } from "./features/ask.ts";
export { checkpointsPath } from "./features/changes/checkpoints.ts";
export { createFeatures, type FeaturesOptions } from "./features/create-features.ts";
export { checkElicitationAnswer } from "./features/elicitation/check-answer.ts";
export type { Feature, OpenFeature, SessionScope } from "./features/feature.ts";
export { openDiskFiles, type OpenTextFiles, type TextFiles } from "./features/file-system/file-system.ts";
export type { PersonsCommands, PersonsTerminalEnd } from "./features/terminal/session-terminals.ts";
export type { LiveTerminal, TerminalExit, TerminalScreen } from "./features/terminal/live-terminal.ts";
export { defaultFeatureLimits, type FeatureLimits } from "./limits.ts";
export { withinMs } from "./features/signals.ts";
