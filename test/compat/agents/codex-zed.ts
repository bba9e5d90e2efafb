// OpenAI's Codex by Zed's adapter. Its program comes in a package for each platform.
import { toCodexConfig } from "./codex.ts";
import type { AgentRecipe } from "./recipe.ts";

export const codexZed: AgentRecipe = {
  name: "codex-zed",
  packages: ["@zed-industries/codex-acp@0.16.0"],
  version: "0.16.0",
  program: `@zed-industries/codex-acp-${process.platform}-${process.arch}/bin/codex-acp${process.platform === "win32" ? ".exe" : ""}`,
  modeId: "read-only",
  known: { retry: { sign: /exceeded retry limit, last status: 429/, reason: "it gives up at the first 429" } },
  setUp: ({ modelUrl }) => ({
    env: { OPENAI_API_KEY: "stub" },
    files: { ".codex/config.toml": toCodexConfig(modelUrl) },
  }),
};
