// Known agents: their names, where they are installed, how they start. Adding one is one row.
import type { Remedy } from "@parley/base";
import type { KnownAgent, KnownProgram } from "./known-agent.ts";

/** Programs that print their version with --version. */
function asked(...files: readonly string[]): readonly KnownProgram[] {
  return files.map((file) => ({ file, versionArgs: ["--version"] }));
}

function npmPackage(title: string, name: string): { install: Remedy; update: Remedy } {
  const command = `npm install -g ${name}@latest`;
  return { install: { label: `Install ${title}`, command }, update: { label: `Update ${title}`, command } };
}

export const knownAgents: readonly KnownAgent[] = [
  {
    name: "goose",
    title: "goose",
    programs: asked("goose"),
    places: {
      darwin: [
        "/Applications/Goose.app/Contents/Resources/bin/goose",
        "~/Applications/Goose.app/Contents/Resources/bin/goose",
        "/Applications/Goose.app/Contents/MacOS/goose",
      ],
      linux: ["/usr/share/goose/bin/goose", "/usr/lib/goose/resources/bin/goose"],
      win32: [
        "%LOCALAPPDATA%/Goose/goose.exe",
        "%PROGRAMFILES%/Goose/goose.exe",
        "%LOCALAPPDATA%/Programs/Goose/resources/bin/goose.exe",
      ],
    },
    minimumVersion: "1.16.0",
    start: [{ args: ["acp"] }],
    install: { label: "Install goose", url: "https://goose-docs.ai/docs/getting-started/installation" },
    update: { label: "Update goose", command: "goose update" },
    authHint: "Run `goose configure` to choose a provider",
    registryIds: ["goose"],
    namesake: { says: /^goose version:/m, is: "a database migration tool of the same name" },
  },
  {
    name: "claude",
    title: "Claude Agent",
    programs: [...asked("claude-agent-acp"), { file: "claude-code-acp" }],
    start: [{ args: [] }],
    ...npmPackage("Claude Agent", "@agentclientprotocol/claude-agent-acp"),
    authHint: "Run `claude /login`, or set ANTHROPIC_API_KEY",
    registryIds: ["claude-acp", "claude-agent-acp", "claude-code-acp"],
  },
  {
    name: "codex",
    title: "Codex",
    programs: asked("codex-acp"),
    start: [{ args: [] }],
    ...npmPackage("Codex", "@agentclientprotocol/codex-acp"),
    authHint: "Run `codex login`, or set OPENAI_API_KEY",
    registryIds: ["codex-acp"],
  },
  {
    name: "gemini",
    title: "Gemini CLI",
    programs: asked("gemini"),
    // The first release that speaks ACP.
    minimumVersion: "0.1.13",
    start: [{ since: "0.33.0", args: ["--acp"] }, { args: ["--experimental-acp"] }],
    ...npmPackage("Gemini CLI", "@google/gemini-cli"),
    authHint: "Run `gemini` once to sign in, or set GEMINI_API_KEY",
    registryIds: ["gemini"],
  },
  {
    name: "copilot",
    title: "GitHub Copilot",
    programs: asked("copilot"),
    start: [{ args: ["--acp"] }],
    ...npmPackage("GitHub Copilot", "@github/copilot"),
    authHint: "Run `copilot` and sign in with /login",
    registryIds: ["github-copilot-cli"],
  },
  {
    name: "opencode",
    title: "OpenCode",
    programs: asked("opencode"),
    places: {
      darwin: ["~/.opencode/bin/opencode"],
      linux: ["~/.opencode/bin/opencode"],
      win32: ["%USERPROFILE%/.opencode/bin/opencode.exe"],
    },
    start: [{ args: ["acp"] }],
    install: { label: "Install OpenCode", command: "npm install -g opencode-ai@latest" },
    update: { label: "Update OpenCode", command: "opencode upgrade" },
    authHint: "Run `opencode auth login`",
    registryIds: ["opencode"],
  },
  {
    name: "cline",
    title: "Cline",
    programs: asked("cline"),
    start: [{ args: ["--acp"] }],
    ...npmPackage("Cline", "cline"),
    authHint: "Run `cline auth`",
    registryIds: ["cline"],
  },
  {
    name: "qwen",
    title: "Qwen Code",
    programs: asked("qwen"),
    start: [{ since: "0.9.1", args: ["--acp"] }, { args: ["--experimental-acp"] }],
    ...npmPackage("Qwen Code", "@qwen-code/qwen-code"),
    authHint: "Run `qwen` and sign in with /auth, or set OPENAI_API_KEY",
    registryIds: ["qwen-code"],
  },
  {
    name: "kilo",
    title: "Kilo Code",
    programs: asked("kilo"),
    start: [{ args: ["acp"] }],
    ...npmPackage("Kilo Code", "@kilocode/cli"),
    authHint: "Run `kilo auth login`",
    registryIds: ["kilo"],
  },
  {
    name: "auggie",
    title: "Auggie",
    programs: asked("auggie"),
    start: [{ args: ["--acp"] }],
    ...npmPackage("Auggie", "@augmentcode/auggie"),
    authHint: "Run `auggie login`",
    registryIds: ["auggie"],
  },
  {
    name: "pi",
    title: "pi",
    programs: [{ file: "pi-acp" }],
    start: [{ args: [] }],
    install: { label: "Install pi", command: "npm install -g pi-acp@latest @earendil-works/pi-coding-agent" },
    update: { label: "Update pi", command: "npm install -g pi-acp@latest @earendil-works/pi-coding-agent" },
    authHint: "Run `pi` and sign in with /login",
    registryIds: ["pi-acp"],
  },
  {
    // Our own agent: the caller supplies its command line.
    name: "parley",
    title: "Parley",
    programs: [],
    start: [{ args: [] }],
    install: { label: "Run the `parley` command, which includes it" },
    update: { label: "Update Parley" },
    registryIds: [],
  },
];

/** By its name, its id in the registry, or its program's name. */
export function findKnownAgent(name: string): KnownAgent | undefined {
  const matches = ({ registryIds, programs }: KnownAgent): boolean =>
    registryIds.includes(name) || programs.some(({ file }) => file === name);
  return knownAgents.find((agent) => agent.name === name) ?? knownAgents.find(matches);
}
