// Sandboxes of agents: described for people, and opened for agents that are started elsewhere.
export { openLaunchSandbox } from "./sandbox/open-launch-sandbox.ts";
export { describeSandbox, type DescribedSandbox } from "./sandbox/describe-sandbox.ts";
