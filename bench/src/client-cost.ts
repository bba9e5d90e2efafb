// Streams updates from the scripted agent through the whole client: policy, log on disk, transcript. Prints the CPU of each.
import { openRulesFile } from "@parley/home/rules";
import { createFileSessionStore } from "@parley/home/session-log";
import { connectAgent } from "@parley/client";
import { createFeatures } from "@parley/client/features";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ClientSample } from "./suites/command-line.ts";

const PARLEY = fileURLToPath(new URL("../../apps/cli/dist/parley.cjs", import.meta.url));
const WARM_UP = 10_000;

const [count = 0, textBytes = 0] = process.argv.slice(2).map(Number);
const folder = await mkdtemp(join(tmpdir(), "parley-bench-"));
const parleyHome = join(folder, "home");
// Apart from the home, as a project is: otherwise each turn would take a snapshot of the log that it writes.
const cwd = join(folder, "project");
try {
  await mkdir(cwd);
  process.stdout.write(JSON.stringify(await measure()));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(): Promise<ClientSample> {
  const ask = {
    permission: () => Promise.reject(new Error("Questions are not answered in a benchmark")),
    elicitation: () => Promise.reject(new Error("Questions are not answered in a benchmark")),
  };
  const rules = openRulesFile(parleyHome);
  const store = createFileSessionStore({ folder: join(parleyHome, "sessions") });
  const launch = { name: "script", title: "script", command: process.execPath, args: [PARLEY, "script"], env: {} };
  await using agent = connectAgent({
    name: "script",
    find: () => Promise.resolve(launch),
    features: createFeatures({ ask, rules, level: "supervised", parleyHome }),
    store,
    clientInfo: { name: "bench", version: "0" },
  });
  const session = await agent.newSession({ cwd });
  let seen = 0;
  session.onEvents((batch) => {
    seen += batch.length;
  });
  await session.prompt([{ type: "text", text: `stream ${WARM_UP} ${textBytes}` }]);
  const before = process.cpuUsage();
  await session.prompt([{ type: "text", text: `stream ${count} ${textBytes}` }]);
  const { user, system } = process.cpuUsage(before);
  if (seen < WARM_UP + count) throw new Error(`Only ${seen} events came`);
  return { updateCpuUs: (user + system) / count };
}
