// Environment variables that known agents read: the keys and addresses of their models, and their own settings.
import { findKnownAgent } from "./known-agents.ts";

const ANTHROPIC = ["ANTHROPIC_*"];
const OPENAI = ["OPENAI_*"];
const GOOGLE = ["GEMINI_*", "GOOGLE_*"];
const OTHERS = ["OPENROUTER_API_KEY", "MISTRAL_API_KEY", "GROQ_API_KEY", "DEEPSEEK_API_KEY", "XAI_API_KEY"];
const CLOUDS = ["AWS_*", "AZURE_*", "DATABRICKS_*"];
const ANY_PROVIDER = [...ANTHROPIC, ...OPENAI, ...GOOGLE, ...OTHERS, ...CLOUDS, "OLLAMA_HOST"];

/** `*` at the end stands for any rest. */
const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  goose: [...ANY_PROVIDER, "GOOSE_*"],
  claude: [...ANTHROPIC, "AWS_*", "CLAUDE_*"],
  codex: [...OPENAI, "CODEX_*"],
  gemini: GOOGLE,
  copilot: ["GH_TOKEN", "GITHUB_TOKEN", "COPILOT_*"],
  opencode: [...ANY_PROVIDER, "OPENCODE_*"],
  cline: [...ANY_PROVIDER, "CLINE_*"],
  qwen: [...OPENAI, "DASHSCOPE_*", "QWEN_*"],
  kilo: [...ANY_PROVIDER, "KILO_*"],
  auggie: ["AUGMENT_*"],
  pi: [...ANY_PROVIDER, "PI_*"],
};

/** By the agent's name or its id in the registry; undefined for an agent that is not known. */
export function findAgentVariables(name: string): readonly string[] | undefined {
  const key = findKnownAgent(name)?.name ?? name;
  return Object.hasOwn(VARIABLES, key) ? VARIABLES[key] : undefined;
}
