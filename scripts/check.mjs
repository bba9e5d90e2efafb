// `npm run check`: format → lint → types → unused code → tests. It never writes to the sources.
import { runSteps } from "./steps.mjs";

runSteps([
  ["format", "oxfmt", ["--check", "."]],
  ["lint", "oxlint", ["--type-aware", "--deny-warnings"]],
  ["types", "tsc", ["-b"]],
  ["unused code", "knip", []],
  ["tests", "vitest", ["run"]],
]);
