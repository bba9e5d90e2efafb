// Installs what the tests in a terminal need, where that is possible without asking: tmux, by root, from Debian's packages.
// Best effort: without it those tests are skipped, and one line says so.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installPackage } from "./debian-packages.mjs";

export function ensureTmux(say) {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  if (folders.some((folder) => folder !== "" && existsSync(join(folder, "tmux")))) return;
  if (process.platform === "linux" && installPackage("tmux")) return;
  say("tmux is not installed, so the tests in tmux are skipped: apt-get install tmux");
}
