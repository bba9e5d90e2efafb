// Sandboxes of agents, for showing them to people.
export { describeSandbox, type DescribedSandbox } from "./sandbox/describe-sandbox.ts";
