// Find, check, install, update and remove agents that speak ACP.
export { agentsSchema } from "./custom/agents-schema.ts";
export {
  addCustomAgent,
  addMcpServer,
  changeServerKeys,
  readCustomAgents,
  removeCustomAgent,
  removeMcpServer,
} from "./custom/config-file.ts";
export {
  createFindAgent,
  parseCustomAgents,
  showAgent,
  toAgentError,
  type AgentCommand,
  type LookupOptions,
  type AgentOrigin,
  type AgentReport,
  type AgentStatus,
  type CustomAgent,
  type CustomAgents,
  type OwnAgent,
} from "./find-agent.ts";
export { findInstallTools, type ToolName } from "./install/find-tool.ts";
export type { InstallOptions } from "./install/install-context.ts";
export {
  installAgent,
  isNewerVersion,
  updateAgent,
  type InstallResult,
  type UpdateResult,
} from "./install/install-agent.ts";
export { isInstalled, removeAgent, type RemoveResult } from "./install/remove-agent.ts";
export type { DistributionKind, InstalledAgent } from "./install/installed-agent.ts";
export type { InstallProgress } from "./install/install-method.ts";
export type { KnownAgent } from "./known/known-agent.ts";
export { knownAgents } from "./known/known-agents.ts";
export { quirks, quirksOf, type Quirk } from "./known/quirks.ts";
export { defaultAgentLimits, type AgentLimits } from "./limits.ts";
export { listAgents } from "./find/list-agents.ts";
export type { FoundIn } from "./programs/program-search.ts";
export {
  createRegistry,
  DEFAULT_REGISTRY_URL,
  checkRegistryName,
  findRegistryAgent,
  type Registry,
  type RegistryCopy,
  type RegistryOptions,
} from "./registry/create-registry.ts";
export type { RegistryAgent, RegistryProblem } from "./registry/registry-agent.ts";
export { createHostEnvironment, type HostEnvironment } from "./programs/host-environment.ts";
