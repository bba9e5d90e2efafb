// Our scripted agent as something a test can connect to, in memory, over stdio or over a WebSocket.
import { createScriptedAgent, type ScriptedAgentOptions } from "@parley/script";
import type { AgentProgram } from "./agent-link.ts";

/** The options that can be written as JSON. */
export type ScriptedProgramOptions = Pick<
  ScriptedAgentOptions,
  "requireSignIn" | "promptCapabilities" | "announceModels" | "limits" | "scriptLimits"
>;

export const scriptedAgent: AgentProgram<ScriptedProgramOptions> = {
  start: (transport, options) => createScriptedAgent(transport, options),
  main: new URL("./scripted-agent.main.ts", import.meta.url),
};
