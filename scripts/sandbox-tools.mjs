// Installs what the tests of the sandbox need, where that is possible without asking: bubblewrap, by root, from Debian's packages.
// Best effort: without it those tests are skipped, and each says why.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const APT_MS_MAX = 120_000;

export function ensureBubblewrap(say) {
  const isThere = ["/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap"].some((path) => existsSync(path));
  if (process.platform !== "linux" || isThere) return;
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (canInstall && install(["install", "-y", "-qq", "bubblewrap"])) return;
  if (canInstall && install(["update", "-qq"]) && install(["install", "-y", "-qq", "bubblewrap"])) return;
  say("bubblewrap is not installed, so the tests of the sandbox are skipped: apt-get install bubblewrap");
}

function install(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync("/usr/bin/apt-get", args, { env, stdio: "ignore", timeout: APT_MS_MAX }).status === 0;
}
