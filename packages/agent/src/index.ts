// A coding agent that speaks ACP: loop, models, tools, modes, MCP, memory.
export { createCodingAgent, type RunningAgent } from "./acp/create-coding-agent.ts";
export type { CodingAgentOptions } from "./session-runtime/options.ts";
