// What project memory is called, by us and by others: one row each, in the order it is read within a folder.

export interface MemoryName {
  /** Below a folder, with slashes. */
  readonly path: string;
  /** Whether those who read such files follow the `@path` in them. */
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

/** In `~/.parley`: what the user wants of every project. */
export const USER_MEMORY: MemoryName = { path: "PARLEY.md", hasImports: true };
