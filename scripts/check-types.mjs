// Checks with attw that the published packages have types which TypeScript finds and believes.
// attw is fetched when it is needed: it brings a second TypeScript, which would be a tenth of node_modules.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ATTW = "@arethetypeswrong/cli@0.18.5";
const PACKAGES = ["rpc", "acp", "client", "policy", "script"];

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

if (run(["--version"]).status !== 0) {
  process.stdout.write("Types were not checked: npm could not fetch attw. Check the network, then run it again.\n");
  process.exit(0);
}
for (const name of PACKAGES) {
  const { status, stdout, stderr } = run(["--pack", join("packages", name), "--profile", "esm-only", "--no-emoji"]);
  if (status === 0) continue;
  process.stderr.write(`${stdout}${stderr}`);
  process.exit(1);
}

function run(args) {
  const command = ["exec", "--yes", `--package=${ATTW}`, "--", "attw", ...args];
  return spawnSync(npm, command, { cwd: root, encoding: "utf8", shell: process.platform === "win32" });
}
