// The guard as a Node script, for Windows and for machines without a shell and its tools: 40 MB, the same guarantee.
import { CHASE_ROUNDS, GUARD_GRACE_MS, GUARD_LOOK_MS, GUARD_LOOKS_MAX } from "../limits.ts";
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
  let found = findAll();
  if (found.size > 0) empty = 0;
  else if ((empty += 1) >= 2) return;
  if (count === 1) signalAll(found, "SIGTERM", "SIGCONT");
  // One that forks and exits is followed at once.
  for (let round = 0; count > ${GUARD_GRACE_MS / GUARD_LOOK_MS} && found.size > 0 && round < ${CHASE_ROUNDS}; round += 1) {
    signalAll(found, "SIGKILL");
    found = findAll();
  }
  if (count < ${GUARD_LOOKS_MAX}) setTimeout(look, ${GUARD_LOOK_MS}, count + 1, empty);
}
function signalAll(found, ...names) {
  for (const pid of found.keys()) known.add(pid);
  // Whole groups, so that no member can fork away between lookup and signal; each process once.
  const targets = new Set([...found].map(([pid, group]) => (found.has(group) ? -group : pid)));
  for (const target of targets) for (const name of names) signal(target, name);
}
/** Also the processes that started during the lookup. */
function readRows() {
  const rows = new Map();
  for (let size = -1, round = 0; size !== rows.size && round < ${CHASE_ROUNDS}; round += 1) {
    size = rows.size;
    for (const name of readdirSync("/proc")) if (/^\d+$/.test(name) && !rows.has(name)) rows.set(name, readRow(name));
  }
  return [...rows.values()];
}
/** Processes, each with its group. */
function findAll() {
  const alive = readRows().filter((row) => row !== undefined && !row.spared && row.pid > 1 && row.pid !== process.pid);
  const found = new Set(known);
  for (const row of alive) if (row.marked) found.add(row.pid);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const { pid, links } of alive) if (links.some((other) => found.has(other))) found.add(pid);
  }
  return new Map(alive.filter(({ pid }) => found.has(pid)).map(({ pid, links }) => [pid, links[1]]));
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
