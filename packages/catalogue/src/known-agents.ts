// What is known about agents in advance: nothing here reads a file or starts a process.
export { findAgentVariables } from "./known/agent-variables.ts";
export { completeLaunch } from "./known/complete-launch.ts";
export { knownAgents } from "./known/known-agents.ts";
export { quirks, quirksOf, type Quirk } from "./known/quirks.ts";
