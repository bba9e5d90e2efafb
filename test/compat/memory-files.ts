// The files in which projects tell agents about themselves: each with a word of its own, to see which of them an agent reads.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** By the name of the file. */
export const MEMORY_WORDS: Readonly<Record<string, string>> = {
  "AGENTS.md": "quince-of-agents",
  "CLAUDE.md": "quince-of-claude",
  "GEMINI.md": "quince-of-gemini",
  "QWEN.md": "quince-of-qwen",
  ".goosehints": "quince-of-goose",
  "GGCODE.md": "quince-of-ggcode",
  "PARLEY.md": "quince-of-parley",
};

export async function writeMemory(folder: string): Promise<void> {
  for (const [name, word] of Object.entries(MEMORY_WORDS)) {
    await writeFile(join(folder, name), `# About this project\n\nThe secret fruit is ${word}.\n`);
  }
}
