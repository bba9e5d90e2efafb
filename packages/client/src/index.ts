// The editor's side of ACP, headless: launch, supervise and drive any agent.
export type { AgentLaunch, AgentQuirk, FindAgent, SandboxNeeds } from "./agent-launch.ts";
export type { AgentObserver, ObserveAgent } from "./connection/agent-observer.ts";
export type {
  Ask,
  ElicitationQuestion,
  ElicitationReply,
  PermissionQuestion,
  PermissionReply,
} from "./features/ask.ts";
export type { Feature, OpenFeature, SessionScope } from "./features/feature.ts";
export type { AgentSandbox, SandboxAccess, SandboxMode } from "./sandbox/agent-sandbox.ts";
export { readSandboxSetting, type AgentSandboxSetting } from "./sandbox/sandbox-setting.ts";
export { defaultClientLimits, type ClientLimits } from "./limits.ts";
export type {
  PromptOptions,
  RecordedEvent,
  Session,
  SessionChoices,
  SessionSignal,
  TurnResult,
} from "./sessions/session.ts";
export type { TurnEnding } from "./sessions/turn.ts";
export type { Agent, AgentState } from "./supervision/agent.ts";
export type { SessionSetup } from "./sessions/session-setup.ts";
export type { SignIn, SignInVariable } from "./connection/sign-ins.ts";
export { connectAgent, type ConnectAgentOptions } from "./supervision/connect-agent.ts";
export type { AgentProblem } from "./agent-problem.ts";
export type { TurnLimits } from "./sessions/turn-limits.ts";
