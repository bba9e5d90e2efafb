// `npm run test:busy`: the daily tests several times next to a CPU hog, because a test that needs a quiet machine is a flaky one.
// Takes the number of rounds (default 3); further arguments go to vitest, and `--project NAME` runs another suite instead.
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { dailyTests } from "./daily-tests.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [given = "", ...more] = process.argv.slice(2);
const isNumber = /^[1-9]\d?$/.test(given);
const rounds = isNumber ? Number(given) : 3;
const further = isNumber || given === "" ? more : [given, ...more];
const args = further.includes("--project") ? further : [...dailyTests, ...further];

// One busy thread for each core: every test gets about half of the machine. They end with this process.
for (let core = 0; core < availableParallelism(); core += 1) new Worker("for (;;);", { eval: true }).unref();

for (let round = 1; round <= rounds; round += 1) {
  process.stdout.write(`\n── round ${round} of ${rounds}, next to ${availableParallelism()} busy threads\n`);
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const { status } = spawnSync(process.execPath, [vitest, "run", ...args], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
process.exit(0);
