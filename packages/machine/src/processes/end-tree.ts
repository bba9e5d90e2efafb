// Ends a child with everything that came of it, and nothing else: SIGTERM, a grace period, SIGKILL.
import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { KILL_GRACE_MS, LOOK_MS_MAX, LOOK_MS_MIN, TERM_GRACE_MS } from "./limits.ts";
import { TreeMembers, type ProcessTree } from "./tree-members.ts";

export interface EndOptions {
  /** How long it may take to end by itself; 5 seconds unless given. */
  readonly graceMs?: number | undefined;
  /** Interactive shells ignore SIGTERM, and end when their terminal hangs up. */
  readonly hangUp?: boolean | undefined;
}

export interface EndReport {
  /** What could not be ended: stuck in the kernel, or another user's. */
  readonly survivors: readonly number[];
}

/** Daemons that left the child's group and session are found too. Never rejects; asking twice is harmless. */
export async function endTree(tree: ProcessTree, options: EndOptions = {}): Promise<EndReport> {
  return { survivors: await (process.platform === "win32" ? endOnWindows(tree) : endOnPosix(tree, options)) };
}

async function endOnPosix(
  tree: ProcessTree,
  { graceMs = TERM_GRACE_MS, hangUp = false }: EndOptions,
): Promise<number[]> {
  const members = new TreeMembers(tree);
  await members.look();
  // A stopped process acts on its signals only once it goes on.
  members.ask(...(hangUp ? (["SIGHUP"] as const) : []), "SIGTERM", "SIGCONT");
  if ((await goneWithin(graceMs, members, tree)) && !members.killGroups()) return [];
  const kill = (): void => members.signal("SIGKILL");
  kill();
  if (!(await goneWithin(KILL_GRACE_MS, members, tree, kill))) return members.pids;
  members.killGroups();
  return [];
}

/** Two looks in a row must find nothing: a process that forks and ends during a look can be missed by it. */
async function goneWithin(
  timeMs: number,
  members: TreeMembers,
  tree: ProcessTree,
  onFound: () => void = () => undefined,
): Promise<boolean> {
  const deadline = performance.now() + timeMs;
  let emptyLooks = members.pids.length === 0 ? 1 : 0;
  for (let waitMs = LOOK_MS_MIN; emptyLooks < 2; waitMs = Math.min(waitMs * 2, LOOK_MS_MAX)) {
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) return false;
    await pause(Math.min(waitMs, leftMs), tree);
    await members.look();
    emptyLooks = members.pids.length === 0 ? emptyLooks + 1 : 0;
    if (emptyLooks === 0) onFound();
  }
  return true;
}

/** Shorter if the child itself ends meanwhile. */
async function pause(waitMs: number, tree: ProcessTree): Promise<void> {
  if (!tree.isRunning()) {
    await delay(waitMs);
    return;
  }
  const stop = new AbortController();
  const timer = delay(waitMs, undefined, { signal: stop.signal }).catch(() => undefined);
  await Promise.race([timer, tree.exited]);
  stop.abort();
}

/** Windows has no such signal and no groups; its own tool walks the tree by parents. */
async function endOnWindows(tree: ProcessTree): Promise<number[]> {
  if (!tree.isRunning()) return [];
  await new Promise((resolve) => {
    execFile("taskkill", ["/T", "/F", "/PID", String(tree.pid)], { windowsHide: true }, resolve);
  });
  await pause(KILL_GRACE_MS, tree);
  return tree.isRunning() ? [tree.pid] : [];
}
