// Installs a package of Debian, where that is possible without asking: by root, with apt.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const APT_MS_MAX = 240_000;

/** False if it is not installed afterwards. */
export function installPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  const install = ["install", "-y", "-qq", "--no-install-recommends", name];
  return apt(install) || (apt(["update", "-qq"]) && apt(install));
}

function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync("/usr/bin/apt-get", args, { env, stdio: "ignore", timeout: APT_MS_MAX }).status === 0;
}
