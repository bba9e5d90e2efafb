// File names of project memory, ours and those of other agents, in the order they are read within a folder.

export interface MemoryName {
  /** Relative to a folder, with slashes. */
  readonly path: string;
  /** Whether `@path` imports are followed in such files. */
  readonly hasImports: boolean;
}

export const MEMORY_NAMES: readonly MemoryName[] = [
  { path: "PARLEY.md", hasImports: true },
  { path: ".parley/PARLEY.md", hasImports: true },
  { path: "AGENTS.md", hasImports: false },
  { path: "agents.md", hasImports: false },
  { path: "AGENT.md", hasImports: false },
  { path: "CLAUDE.md", hasImports: true },
  { path: "claude.md", hasImports: true },
  { path: ".claude/CLAUDE.md", hasImports: true },
  { path: "CLAUDE.local.md", hasImports: true },
  { path: "GEMINI.md", hasImports: true },
  { path: "gemini.md", hasImports: true },
  { path: "QWEN.md", hasImports: true },
  { path: "GOOSE.md", hasImports: true },
  { path: ".goosehints", hasImports: true },
  { path: "GGCODE.md", hasImports: false },
  { path: ".ggcode/GGCODE.md", hasImports: false },
  { path: ".github/copilot-instructions.md", hasImports: false },
];

/** In `~/.parley`: the user's instructions for every project. */
export const USER_MEMORY: MemoryName = { path: "PARLEY.md", hasImports: true };
