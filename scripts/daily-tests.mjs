// The tests to run after every change. `npm test` also runs the suites of the screens, the documents, chaos and VS Code.
const DAILY = ["quick", "processes", "isolated", "repository", "conformance", "e2e"];

/** Arguments of vitest. */
export const dailyTests = DAILY.flatMap((project) => ["--project", project]);
