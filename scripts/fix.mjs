// `npm run fix`: fixes what `npm run check` reports and a tool can fix.
import { runSteps } from "./steps.mjs";

runSteps([
  ["lint", "oxlint", ["--type-aware", "--fix"]],
  ["format", "oxfmt", ["."]],
]);
