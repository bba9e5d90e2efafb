// A small language for scripted turns, and the agent that plays it over ACP. Browser-safe.
export type { Fetch, ScriptedAgentOptions } from "./agent/options.ts";
export { createScriptedAgent, type ScriptedAgent } from "./agent/scripted-agent.ts";
export { answerProse, describeProblem, streamChunk } from "./language/answers.ts";
export { describeLanguage } from "./language/describe-language.ts";
export { parseScript } from "./language/parse-script.ts";
export type {
  NoticeLevel,
  PlannedEntry,
  PretendToolKind,
  ProblemStep,
  ProseStep,
  ShownContent,
  SpentCost,
  Step,
  StepKind,
  StepOf,
  StoppingReason,
} from "./language/step.ts";
export { defaultAgentLimits, defaultScriptLimits, type AgentLimits, type ScriptLimits } from "./limits.ts";
