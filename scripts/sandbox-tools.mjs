// Installs what the tests of the sandbox need, where that is possible without asking: bubblewrap, by root, from Debian's packages.
// Best effort: without it those tests are skipped, and each says why.
import { existsSync } from "node:fs";
import { installPackage } from "./debian-packages.mjs";

export function ensureBubblewrap(say) {
  const isThere = ["/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap"].some((path) => existsSync(path));
  if (process.platform !== "linux" || isThere || installPackage("bubblewrap")) return;
  say("bubblewrap is not installed, so the tests of the sandbox are skipped: apt-get install bubblewrap");
}
