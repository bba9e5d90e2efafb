// One test run for the whole repository; workspace packages are read from source.
import { availableParallelism } from "node:os";
import { env } from "node:process";
import { defineConfig } from "vitest/config";

const conditions = ["parley:source", "node", "import", "default"];

/** Tests that replace modules, or the console for good: each file has a process of its own. */
const ALONE = ["packages/machine/src/**/*.test.ts", "bench/src/**/*.test.ts", "test/**/*.test.ts"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ["node", "import", "default"] } },
  test: {
    exclude: ["**/node_modules/**", "**/dist/**"],
    setupFiles: ["test/setup.ts"],
    // Generous: a busy machine must not fail a test that would pass.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // In CI a failed test gets one more try, and the report says "retry x1": a flake is to be mended, not to stop a landing.
    retry: env["CI"] === undefined ? 0 : 1,
    projects: [
      {
        extends: true,
        test: {
          name: "together",
          include: ["packages/*/src/**/*.test.ts", "packages/*/generate/**/*.test.ts", "apps/*/src/**/*.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**", ...ALONE],
          // The files of a worker share what they import: importing it for each file took half of the time.
          isolate: false,
        },
      },
      { extends: true, test: { name: "alone", include: ALONE } },
    ],
  },
});
