// Block's goose. Its program comes in a package for each platform.
import type { AgentRecipe } from "./recipe.ts";

const PACKAGE = `@aaif/goose-binary-${process.platform}-${process.arch}`;

export const goose: AgentRecipe = {
  name: "goose",
  // The packages are counted differently: this one carries 1.34.0.
  packages: [`${PACKAGE}@0.20.1`],
  version: "1.34.0",
  program: `${PACKAGE}/bin/goose${process.platform === "win32" ? ".exe" : ""}`,
  known: {
    cancel: {
      sign: /ended with end_turn, not cancelled/,
      reason: "a turn that is cancelled while the model speaks ends as `end_turn`",
      link: "https://github.com/aaif-goose/goose/issues/11788",
    },
  },
  setUp: ({ modelUrl }) => ({
    args: ["acp", "--with-builtin", "developer"],
    env: {
      GOOSE_PROVIDER: "openai",
      GOOSE_MODEL: "gpt-4o",
      GOOSE_MODE: "approve",
      GOOSE_DISABLE_KEYRING: "1",
      GOOSE_TELEMETRY_ENABLED: "false",
      OPENAI_HOST: modelUrl,
      OPENAI_API_KEY: "stub",
    },
  }),
};
