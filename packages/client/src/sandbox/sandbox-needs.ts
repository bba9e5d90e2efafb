// What known agents need in a sandbox: the folders that they keep their settings and sign-ins in, and the hosts of their models.
import { homedir } from "node:os";
import { resolve } from "node:path";
import { findKnownAgent } from "../agents/known-agents.ts";
import type { Environment } from "../agents/surroundings.ts";

interface SandboxNeeds {
  /** Below the home folder; `$VAR/…` where the agent goes by a variable. Writable. Those that do not exist are left out. */
  readonly folders: readonly string[];
  readonly hosts: readonly string[];
}

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

/** The places of the XDG specification, for a name. */
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

const NONE: SandboxNeeds = { folders: [], hosts: [] };

export interface FoundNeeds {
  /** Absolute. */
  readonly folders: readonly string[];
  readonly hosts: readonly string[];
}

/** By the agent's name, its id in the registry, or its program's name. */
export function findSandboxNeeds(name: string, env: Environment, home: string = homedir()): FoundNeeds {
  const { folders, hosts } = NEEDS[findKnownAgent(name)?.name ?? name] ?? NONE;
  return {
    folders: folders.flatMap((place) => expand(place, env, home) ?? []),
    hosts: [...hosts, ...addressesIn(env)],
  };
}

/** `~/x`, `x` and `$VAR`, in the user's home; undefined if the variable is not set. */
function expand(place: string, env: Environment, home: string = homedir()): string | undefined {
  if (!place.startsWith("$")) return resolve(home, place.replace(/^~(\/|$)/, ""));
  const value = env[place.slice(1)];
  return value === undefined || !value.startsWith("/") ? undefined : resolve(value);
}

/** Those of the configuration, for this machine. */
export function expandPlaces(places: readonly string[], env: Environment): string[] {
  return places.flatMap((place) => expand(place, env) ?? []);
}

/** A provider that the user named by its address is one, wherever it is: `OPENAI_BASE_URL=http://127.0.0.1:11434/v1`. */
const ADDRESS_VARIABLE = /^[A-Z0-9_]+_(BASE_URL|API_BASE|API_URL|ENDPOINT|HOST)$/;

function addressesIn(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined || !ADDRESS_VARIABLE.test(name) || !/^https?:\/\//.test(value)) return [];
    if (!URL.canParse(value)) return [];
    const { hostname, port, protocol } = new URL(value);
    return [`${hostname}:${port === "" ? (protocol === "https:" ? 443 : 80) : port}`];
  });
}
