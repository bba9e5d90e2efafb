// Only finding an agent, for a command that starts one before it loads anything else.
export { parseCustomAgents, type CustomAgent, type CustomAgents } from "./custom/custom-agent.ts";
export { createFindAgent, toAgentError } from "./find/find-agent.ts";
export { showAgent } from "./find/list-agents.ts";
export type { AgentCommand, AgentOrigin, AgentReport } from "./find/look-up-agent.ts";
export type { LookupOptions, AgentStatus, OwnAgent } from "./find/lookup.ts";
