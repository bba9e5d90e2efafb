// Checks the types of every workspace, and writes the declarations of its packages.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
/** More threads make it little faster, and each needs memory: together they took 3 GB instead of 2. */
const FEW_THREADS = ["--checkers", "1", "--builders", "1"];

// What tests share speaks of the script, and is looked at from packages that do not: its types have to be there first.
runTsc(["-b", "packages/script", ...FEW_THREADS]);
runTsc(["-b", ...FEW_THREADS]);

function runTsc(args) {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const { status } = spawnSync(process.execPath, [tsc, ...args], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
