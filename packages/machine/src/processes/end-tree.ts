// Ends a child and all of its descendants, and nothing else: SIGTERM, a grace period, SIGKILL.
import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { HANG_UP_EVERY_MS, KILL_GRACE_MS, LOOK_MS_MAX, LOOK_MS_MIN, TERM_GRACE_MS } from "../limits.ts";
import { TreeMembers, type ProcessTree } from "./tree-members.ts";

export interface EndOptions {
  /** Grace period before SIGKILL (default: 5 seconds). */
  readonly graceMs?: number | undefined;
  /** Interactive shells ignore SIGTERM and exit when their terminal hangs up. */
  readonly hangUp?: boolean | undefined;
}

export interface EndReport {
  /** Processes that could not be ended: stuck in the kernel, or another user's. */
  readonly survivors: readonly number[];
}

/** Also finds daemons that left the child's group and session. Never rejects; calling it twice is harmless. */
export async function endTree(tree: ProcessTree, options: EndOptions = {}): Promise<EndReport> {
  return { survivors: await (process.platform === "win32" ? endOnWindows(tree) : endOnPosix(tree, options)) };
}

async function endOnPosix(
  tree: ProcessTree,
  { graceMs = TERM_GRACE_MS, hangUp = false }: EndOptions,
): Promise<number[]> {
  const members = new TreeMembers(tree);
  await members.look();
  // A stopped process handles its signals only after SIGCONT.
  members.ask(...(hangUp ? (["SIGHUP"] as const) : []), "SIGTERM", "SIGCONT");
  const remind = hangUp ? hangUpAgain(members) : undefined;
  if ((await goneWithin(graceMs, members, tree, remind)) && !members.killGroups()) return [];
  const kill = (): void => members.signal("SIGKILL");
  kill();
  if (!(await goneWithin(KILL_GRACE_MS, members, tree, kill))) return members.pids;
  members.killGroups();
  return [];
}

function hangUpAgain(members: TreeMembers): () => void {
  let atMs = performance.now();
  return () => {
    if (performance.now() - atMs < HANG_UP_EVERY_MS) return;
    atMs = performance.now();
    members.ask("SIGHUP");
  };
}

/** Two lookups in a row must find nothing: one lookup can miss a process that forks and exits during it. */
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

/** Returns early if the child itself exits. */
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
