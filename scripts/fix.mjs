// `npm run fix`: what `npm run check` complains of and a tool can mend.
import { runSteps } from "./steps.mjs";

runSteps([
  ["lint", "oxlint", ["--type-aware", "--fix"]],
  ["format", "oxfmt", ["."]],
]);
