// The guard as a Node script, for Windows and for machines without a shell and its tools: 40 MB, the same guarantee.
import { GUARD_GRACE_MS, GUARD_LOOK_MS, GUARD_LOOKS_MAX } from "../limits.ts";
import { GUARD_VARIABLE, parleyId } from "./mark.ts";

/** Plain JavaScript in a string, because a bundle has no second file to start. */
const SCRIPT = String.raw`
const { readFileSync, readdirSync } = require("node:fs");
const { spawnSync } = require("node:child_process");
const known = new Set();
let line = "";
for (const name of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(name, () => undefined);
process.stdin.setEncoding("latin1").on("data", (text) => {
  const lines = (line + text).split("\n");
  line = lines.pop();
  for (const [verb, pid] of lines.map((entry) => entry.split(" "))) {
    if (verb === "+") known.add(Number(pid));
    else known.delete(Number(pid));
  }
});
process.stdin.on("error", () => undefined).on("close", process.platform === "win32" ? endTrees : () => look(1, 0));

function endTrees() {
  for (const pid of known) spawnSync("taskkill", ["/T", "/F", "/PID", String(pid)], { stdio: "ignore", windowsHide: true });
}
function look(count, empty) {
  const found = findAll();
  if (found.size > 0) empty = 0;
  else if ((empty += 1) >= 2) return;
  const name = count === 1 ? "SIGTERM" : count > ${GUARD_GRACE_MS / GUARD_LOOK_MS} ? "SIGKILL" : undefined;
  for (const pid of name === undefined ? [] : found) {
    known.add(pid);
    signal(pid, name);
    if (name === "SIGTERM") signal(pid, "SIGCONT");
  }
  if (count < ${GUARD_LOOKS_MAX}) setTimeout(look, ${GUARD_LOOK_MS}, count + 1, empty);
}
function findAll() {
  const rows = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(readRow);
  const alive = rows.filter((row) => row !== undefined && !row.spared && row.pid > 1 && row.pid !== process.pid);
  const found = new Set(known);
  for (const row of alive) if (row.marked) found.add(row.pid);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const { pid, links } of alive) if (links.some((other) => found.has(other))) found.add(pid);
  }
  return new Set(alive.map((row) => row.pid).filter((pid) => found.has(pid)));
}
function readRow(name) {
  const stat = read("/proc/" + name + "/stat");
  const [state, parent, group, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (stat === "" || state === "Z" || state === "X") return undefined;
  const environment = read("/proc/" + name + "/environ");
  const marked = environment.includes("${parleyId}.");
  const spared = !marked && environment.includes("${GUARD_VARIABLE}=");
  return { pid: Number(name), links: [parent, group, session].map(Number), marked, spared };
}
function read(path) {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return ""; // Gone already, or another user's.
  }
}
function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // Gone already, or another user's.
  }
}
`;

export const nodeGuard = {
  file: process.execPath,
  args: ["-e", SCRIPT],
  // In an editor the executable is Electron, which is Node only when told so.
  env: { ELECTRON_RUN_AS_NODE: "1" },
  needs: [],
};
