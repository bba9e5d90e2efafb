// Processes alone, for code that starts one before anything else is loaded.
export { endTree, type EndOptions, type EndReport } from "./processes/end-tree.ts";
export { inheritedEnvironment } from "./processes/environment.ts";
export { guard } from "./processes/guard.ts";
export { isShellLine, toInvocation, type Command, type Invocation } from "./processes/invocation.ts";
export { OutputRing } from "./processes/output-ring.ts";
export { findDescendant, isProcessStopped } from "./processes/process-table.ts";
export { findProgram, type Program } from "./processes/program.ts";
export { exitError, spawnProcess, type GuardedProcess, type SpawnOptions } from "./processes/spawn-process.ts";
export { isGuarded, startDetached, type DetachedCommand, type DetachedProcess } from "./processes/start-detached.ts";
export type { Sandbox } from "./processes/sandboxed.ts";
export type { ExitStatus } from "./processes/start-child.ts";
export type { ProcessTree } from "./processes/tree-members.ts";
