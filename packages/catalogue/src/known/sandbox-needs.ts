// What known agents need in a sandbox: the folders of their settings and sign-ins, and the hosts of their models.
import type { SandboxNeeds } from "@parley/client";
import { findKnownAgent } from "./known-agents.ts";

const ANTHROPIC = ["api.anthropic.com", "console.anthropic.com", "platform.claude.com", "claude.ai"];
const OPENAI = ["api.openai.com", "auth.openai.com", "chatgpt.com"];
const GOOGLE = [
  "generativelanguage.googleapis.com",
  "cloudcode-pa.googleapis.com",
  "oauth2.googleapis.com",
  "accounts.google.com",
  "www.googleapis.com",
];
const GITHUB = ["github.com", "api.github.com", "*.githubcopilot.com"];
const OTHERS = ["openrouter.ai", "api.mistral.ai", "api.groq.com", "api.deepseek.com", "api.x.ai"];
const QWEN = ["dashscope.aliyuncs.com", "dashscope-intl.aliyuncs.com", "chat.qwen.ai", "portal.qwen.ai"];
const ANY_PROVIDER = [...ANTHROPIC, ...OPENAI, ...GOOGLE, ...OTHERS];

/** The folders of the XDG specification for a program. */
function xdg(name: string): string[] {
  return [`.config/${name}`, `.local/share/${name}`, `.local/state/${name}`, `.cache/${name}`];
}

const NEEDS: Readonly<Record<string, SandboxNeeds>> = {
  goose: { folders: [...xdg("goose"), ".config/Block"], hosts: ANY_PROVIDER },
  claude: { folders: [".claude", ".claude.json", "$CLAUDE_CONFIG_DIR"], hosts: ANTHROPIC },
  codex: { folders: [".codex", "$CODEX_HOME"], hosts: OPENAI },
  gemini: { folders: [".gemini", "$GEMINI_CLI_HOME"], hosts: GOOGLE },
  copilot: { folders: [".copilot", ".config/github-copilot"], hosts: GITHUB },
  opencode: { folders: xdg("opencode"), hosts: [...ANY_PROVIDER, "models.dev", "opencode.ai"] },
  cline: { folders: [".cline", ...xdg("cline")], hosts: [...ANY_PROVIDER, "api.cline.bot"] },
  qwen: { folders: [".qwen"], hosts: [...QWEN, ...OPENAI] },
  kilo: { folders: [".kilocode", ...xdg("kilo")], hosts: [...ANY_PROVIDER, "api.kilo.ai", "models.dev"] },
  auggie: { folders: [".augment"], hosts: ["*.augmentcode.com"] },
  pi: { folders: [".pi"], hosts: ANY_PROVIDER },
};

/** By the agent's name or its id in the registry. */
export function findSandboxNeeds(name: string): SandboxNeeds | undefined {
  const key = findKnownAgent(name)?.name ?? name;
  return Object.hasOwn(NEEDS, key) ? NEEDS[key] : undefined;
}
