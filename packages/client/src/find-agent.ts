// Finding an agent alone, for whoever has to start one before anything else is loaded.
export { parseCustomAgents, type CustomAgent, type CustomAgents } from "./agents/custom/custom-agent.ts";
export { createFindAgent, toAgentError } from "./agents/find-agent.ts";
export type { AgentLaunch, FindAgent } from "./agents/launch.ts";
export { showAgent } from "./agents/list-agents.ts";
export type { AgentCommand, AgentOrigin, AgentReport } from "./agents/look-up-agent.ts";
export type { AgentOptions, AgentStatus, OwnAgent } from "./agents/lookup.ts";
