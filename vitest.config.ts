// One test run for the whole repository; workspace packages are read from source. A file's name and folder say where it belongs.
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { openModuleCache } from "./test/module-cache.ts";

const conditions = ["parley:source", "node", "default"];
const WORKSPACES = ["packages/*/{src,generate}", "apps/*/src", "test/support/src", "bench/src"];
const NEVER = ["**/node_modules/**", "**/dist/**"];

/** Beside the code: `ending` is `test.ts`, `process.test.ts` or `stress.test.ts`. */
const beside = (ending: string): string[] => WORKSPACES.map((folder) => `${folder}/**/*.${ending}`);

/** These replace modules for good: each has a process of its own. All other files of a worker share what they import. */
const ISOLATED = [
  "packages/machine/src/terminals/no-pty.process.test.ts",
  "packages/machine/src/processes/shortage.process.test.ts",
];

/** These start no process either, wherever they are. */
const QUICK_ELSEWHERE = [
  "test/conformance/{coverage,recordings}/**/*.test.ts",
  "test/conformance/coverage.test.ts",
  "test/conformance/sdk/sdk-http.test.ts",
  "test/chaos/{check,plan,world}/**/*.test.ts",
  "test/compat/checks/**/*.test.ts",
  "test/compat/{cell,report}.test.ts",
];

/** End-to-end tests with commands of their own: the page in a browser and the chat in tmux, and everything that is documented. */
const SCREENS = ["test/e2e/{page,terminal}/**/*.test.ts"];
const DOCUMENTS = ["test/e2e/documents/**/*.test.ts"];

const CORES = availableParallelism();
/** Larger than usual: a worker with all sources in memory would spend much of its time on collecting what is young. */
const YOUNG_OBJECTS = "--max-semi-space-size=64";
const SETUP = ["test/setup.ts", "test/without-extra-certificates.ts"];

/** `npm run test:three-nodes` leaves out what is about one server. */
const E2E_SETUP =
  process.env["PARLEY_TEST_STORE"] === "three-nodes" ? [...SETUP, "test/e2e/three-nodes/skip-others.ts"] : SETUP;

interface Particulars {
  readonly exclude?: readonly string[];
  readonly setupFiles?: string[];
  readonly isolate?: boolean;
  readonly globalSetup?: string[];
  readonly fileParallelism?: boolean;
  readonly maxWorkers?: number;
  readonly execArgv?: string[];
  readonly sequence?: { readonly groupOrder: number };
}

const project = (name: string, include: string[], particulars: Particulars = {}) => ({
  extends: true as const,
  test: { setupFiles: SETUP, ...particulars, name, include, exclude: [...NEVER, ...(particulars.exclude ?? [])] },
});

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ["node", "default"] } },
  test: {
    // Generous: a busy machine must not fail a test that would pass. A test is never retried: a flake is a bug.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The one limit of waiting for something that has no event; a passing test never reaches it.
    expect: { poll: { timeout: 30_000 } },
    // Three more than there are cores: most tests wait for a process or a connection more than half of the time.
    maxWorkers: CORES + 3,
    sequence: { groupOrder: 1 },
    isolate: false,
    experimental: { fsModuleCache: true, fsModuleCachePath: openModuleCache(import.meta.dirname) },
    projects: [
      // They come first.
      project("quick", [...beside("test.ts"), ...QUICK_ELSEWHERE], {
        exclude: beside("{process,stress}.test.ts"),
        setupFiles: [...SETUP, "test/no-child-processes.ts"],
        // They wait less, and every worker loads the sources of all packages.
        maxWorkers: CORES + 2,
        execArgv: [YOUNG_OBJECTS],
        sequence: { groupOrder: 0 },
      }),
      project("processes", beside("process.test.ts"), { exclude: ISOLATED }),
      project("isolated", ISOLATED, { isolate: true }),
      project("stress", beside("stress.test.ts")),
      project("conformance", ["test/conformance/**/*.test.ts"], { exclude: QUICK_ELSEWHERE }),
      project("repository", ["test/repository/**/*.test.ts"]),
      project("e2e", ["test/e2e/**/*.test.ts"], {
        exclude: [...SCREENS, ...DOCUMENTS],
        setupFiles: E2E_SETUP,
      }),
      project("screens", SCREENS),
      project("documents", DOCUMENTS),
      // One window after the other: a workbench in a browser needs all of a small machine.
      project("vscode", ["test/vscode/**/*.test.ts"], {
        globalSetup: ["test/vscode/global-setup.ts"],
        fileParallelism: false,
        sequence: { groupOrder: 2 },
      }),
      project("fuzz", ["test/fuzz/**/*.test.ts"]),
      project("faults", ["test/faults/**/*.test.ts"]),
      project("chaos", ["test/chaos/**/*.test.ts"], { exclude: QUICK_ELSEWHERE }),
      // Installs agents from npm's registry, with the certificates of this machine.
      project("compat", ["test/compat/**/*.test.ts"], { exclude: QUICK_ELSEWHERE, setupFiles: ["test/setup.ts"] }),
    ],
  },
});
