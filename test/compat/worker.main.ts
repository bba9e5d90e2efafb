// Runs one agent's checks in a process of its own, whose environment is clean; each result is a line on stdout.
import { parleyOverOtherWires } from "./agents/parley.ts";
import { agents } from "./agents/table.ts";
import { LINGER_MS } from "./limits.ts";
import { runAgent } from "./run-agent.ts";
import type { WorkerTask } from "./start-run.ts";

const task = JSON.parse(process.argv[2] ?? "") as WorkerTask;
const recipe = [...agents, ...parleyOverOtherWires].find(({ name }) => name === task.name);
if (recipe === undefined) throw new Error(`Agent ${task.name} not found`);
await runAgent(recipe, task, {
  marker: task.marker,
  only: task.only,
  onCell: (cell) => process.stdout.write(`${JSON.stringify(cell)}\n`),
});

// Everything is closed: whatever still keeps this process alive is a leak.
setTimeout(() => {
  process.stderr.write(
    `still alive ${LINGER_MS} ms after the last check: ${process.getActiveResourcesInfo().join(", ")}\n`,
  );
  process.exit(1);
}, LINGER_MS).unref();
