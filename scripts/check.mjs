// `npm run check`: format → lint → types → unused code → types of packages → tests. It never writes to the sources.
import { runSteps } from "./steps.mjs";

runSteps([
  ["format", "oxfmt", ["--check", "."]],
  ["lint", "oxlint", ["--type-aware", "--deny-warnings"]],
  ["types", "tsc", ["-b"]],
  ["unused code", "knip", []],
  ["types of packages", "check-types.mjs", []],
  ["tests", "vitest", ["run"]],
]);
