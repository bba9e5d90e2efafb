// Kilo Code, which descends from opencode. Its program comes in a package for each platform.
import { toOpenAiCompatibleConfig } from "./opencode.ts";
import type { AgentRecipe } from "./recipe.ts";

const SYSTEM = process.platform === "win32" ? "windows" : process.platform;

export const kilo: AgentRecipe = {
  name: "kilo",
  packages: ["@kilocode/cli@7.7.7"],
  version: "7.7.7",
  program: `@kilocode/cli-${SYSTEM}-${process.arch}/bin/kilo${process.platform === "win32" ? ".exe" : ""}`,
  setUp: ({ modelUrl }) => ({
    args: ["acp"],
    env: {
      KILO_CONFIG_CONTENT: JSON.stringify(toOpenAiCompatibleConfig(modelUrl)),
      KILO_DISABLE_MODELS_FETCH: "1",
      KILO_DISABLE_AUTOUPDATE: "1",
      KILO_DISABLE_LSP_DOWNLOAD: "1",
      KILO_TELEMETRY_LEVEL: "off",
    },
  }),
};
