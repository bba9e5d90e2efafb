// `npm run check`: format → lint → types → unused code → code that only tests use → types of packages → tests. It never writes to the sources.
import { runSteps } from "./steps.mjs";

runSteps([
  ["format", "oxfmt", ["--check", "."]],
  ["lint", "oxlint", ["--type-aware", "--deny-warnings"]],
  ["types", "tsc", ["-b"]],
  ["unused code", "knip", []],
  ["code that only tests use", "knip", ["--production", "--config", "knip.production.json"]],
  ["types of packages", "check-types.mjs", []],
  ["tests", "vitest", ["run"]],
]);
