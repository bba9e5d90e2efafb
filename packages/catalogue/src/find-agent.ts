// Finding an agent alone, for whoever has to start one before anything else is loaded.
export { parseCustomAgents, type CustomAgent, type CustomAgents } from "./custom/custom-agent.ts";
export { createFindAgent, toAgentError } from "./find/find-agent.ts";
export { showAgent } from "./find/list-agents.ts";
export type { AgentCommand, AgentOrigin, AgentReport } from "./find/look-up-agent.ts";
export type { LookupOptions, AgentStatus, OwnAgent } from "./find/lookup.ts";
