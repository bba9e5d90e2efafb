// A coding agent that speaks ACP: loop, models, tools, modes, MCP, memory.
export { createAgent, type RunningAgent } from "./acp/create-agent.ts";
export type { AgentOptions } from "./acp/options.ts";
