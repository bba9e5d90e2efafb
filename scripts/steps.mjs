// Runs development tools one after the other, and stops at the first that fails.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** A tool is a program of npm's, or a script of ours: `x.mjs`.
 * @param {[label: string, tool: string, args: string[]][]} steps
 */
export function runSteps(steps) {
  for (const [label, tool, args] of steps) {
    process.stdout.write(`\n── ${label}\n`);
    const isOwn = tool.endsWith(".mjs");
    const command = isOwn ? process.execPath : join(root, "node_modules", ".bin", tool);
    const { status } = spawnSync(command, isOwn ? [join(root, "scripts", tool), ...args] : args, {
      cwd: root,
      stdio: "inherit",
      shell: process.platform === "win32",
    });
    if (status !== 0) process.exit(status ?? 1);
  }
}
