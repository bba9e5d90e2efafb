// Agents: find, check, install, update and remove any that speaks ACP, and those of the user's own.
export { addCustomAgent, readCustomAgents, removeCustomAgent } from "./agents/custom/config-file.ts";
export {
  createFindAgent,
  parseCustomAgents,
  showAgent,
  toAgentError,
  type AgentCommand,
  type AgentLaunch,
  type AgentOptions,
  type AgentOrigin,
  type AgentReport,
  type AgentStatus,
  type CustomAgent,
  type CustomAgents,
  type FindAgent,
  type OwnAgent,
} from "./find-agent.ts";
export { findInstallTools, type ToolName } from "./agents/install/find-tool.ts";
export type { InstallOptions } from "./agents/install/context.ts";
export {
  installAgent,
  isNewerVersion,
  updateAgent,
  type InstallResult,
  type UpdateResult,
} from "./agents/install/install-agent.ts";
export { isInstalled, removeAgent, type RemoveResult } from "./agents/install/remove-agent.ts";
export type { DistributionKind, InstalledAgent } from "./agents/install/installed-agent.ts";
export type { InstallProgress } from "./agents/install/way.ts";
export type { KnownAgent } from "./agents/known-agent.ts";
export { knownAgents } from "./agents/known-agents.ts";
export { quirks, quirksOf, type Quirk } from "./agents/quirks.ts";
export { defaultAgentLimits, type AgentLimits } from "./agents/limits.ts";
export { listAgents } from "./agents/list-agents.ts";
export type { FoundIn } from "./agents/program-search.ts";
export {
  createRegistry,
  DEFAULT_REGISTRY_URL,
  findRegistryAgent,
  type Registry,
  type RegistryCopy,
  type RegistryOptions,
} from "./agents/registry/create-registry.ts";
export type { RegistryAgent, RegistryProblem } from "./agents/registry/registry-agent.ts";
export { describeSandbox, type DescribedSandbox } from "./sandbox/describe-sandbox.ts";
export { createSurroundings, type Surroundings } from "./agents/surroundings.ts";
