// Installs an agent in a process of its own, for tests that kill it in the middle. Says `started` once it is at work.
import type { InstallOptions } from "../install/context.ts";
import { installAgent } from "../install/install-agent.ts";
import { parseRegistry } from "../registry/parse-registry.ts";

const [, , registry = "", surroundings = ""] = process.argv;
const [agent] = parseRegistry(registry, "argument").agents;
if (agent === undefined) throw new Error("There is no agent to install");
let isStarted = false;
await installAgent(agent, {
  surroundings: JSON.parse(surroundings) as NonNullable<InstallOptions["surroundings"]>,
  onProgress() {
    if (isStarted) return;
    isStarted = true;
    process.stdout.write("started\n");
  },
});
process.stdout.write("done\n");
