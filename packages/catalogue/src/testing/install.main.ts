// Installs an agent in a process of its own, for tests that kill it in the middle. Says `started` once it is at work.
import type { InstallOptions } from "../install/install-context.ts";
import { installAgent } from "../install/install-agent.ts";
import { parseRegistry } from "../registry/parse-registry.ts";

const [, , registry = "", host = ""] = process.argv;
const [agent] = parseRegistry(registry, "argument").agents;
if (agent === undefined) throw new Error("There is no agent to install");
let isStarted = false;
await installAgent(agent, {
  host: JSON.parse(host) as NonNullable<InstallOptions["host"]>,
  onProgress() {
    if (isStarted) return;
    isStarted = true;
    process.stdout.write("started\n");
  },
});
process.stdout.write("done\n");
