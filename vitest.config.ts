// One test run for the whole repository; workspace packages are read from source.
import { availableParallelism } from "node:os";
import { env } from "node:process";
import { defineConfig } from "vitest/config";

const conditions = ["parley:source", "node", "import", "default"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ["node", "import", "default"] } },
  test: {
    include: [
      "packages/*/src/**/*.test.ts",
      "packages/*/generate/**/*.test.ts",
      "apps/*/src/**/*.test.ts",
      "bench/src/**/*.test.ts",
      "test/**/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**"],
    setupFiles: ["test/setup.ts"],
    // Generous: a busy machine must not fail a test that would pass.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // In CI a failed test gets one more try, and the report says "retry x1": a flake is to be mended, not to stop a landing.
    retry: env["CI"] === undefined ? 0 : 1,
  },
});
