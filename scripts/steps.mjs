// Runs development tools one after the other, and stops at the first that fails.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** @param {[label: string, bin: string, args: string[]][]} steps */
export function runSteps(steps) {
  for (const [label, bin, args] of steps) {
    process.stdout.write(`\n── ${label}\n`);
    const { status } = spawnSync(join(root, "node_modules", ".bin", bin), args, {
      cwd: root,
      stdio: "inherit",
      shell: process.platform === "win32",
    });
    if (status !== 0) process.exit(status ?? 1);
  }
}
