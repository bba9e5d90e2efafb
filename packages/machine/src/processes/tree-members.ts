// The members of a child's tree, looked up repeatedly while it is being ended.
import { readProcessTable, type ProcessRow } from "./process-table.ts";

/** A child of ours, and what identifies its descendants. */
export interface ProcessTree {
  readonly pid: number;
  readonly serial: number;
  /** When the child started; 0 if it exited too soon to know. */
  startTicks(): number;
  /** Settles when the child itself has exited. */
  readonly exited: Promise<unknown>;
  isRunning(): boolean;
  /** False once the group was seen empty: from then on its number may belong to another group. */
  ownsGroup(): boolean;
  /** False if it is in our own group, which must not be signalled. */
  readonly leadsGroup: boolean;
  /** Above 0: the child is bubblewrap, and everything in the sandbox is killed when it exits. The command is this many processes below. */
  readonly levels: number;
}

/** Not a valid group. */
const UNKNOWN_GROUP = 0;

type Member = Pick<ProcessRow, "pid" | "group" | "startTicks">;

export class TreeMembers {
  readonly #tree: ProcessTree;
  #alive: readonly Member[] = [];
  /** Ending a parent breaks the link to its children, so members that were found stay on the list. */
  readonly #found = new Map<number, number>();
  /** Groups that a member leads or led. */
  readonly #groups = new Set<number>();

  constructor(tree: ProcessTree) {
    this.#tree = tree;
  }

  get pids(): number[] {
    return this.#alive.map(({ pid }) => pid);
  }

  async look(): Promise<void> {
    const { pid, serial } = this.#tree;
    const startTicks = this.#tree.startTicks();
    // Descendants are never older.
    const rows = (await readProcessTable()).filter((row) => row.startTicks >= startTicks);
    const isReused = rows.some((row) => row.pid === pid && row.startTicks !== startTicks);
    const ids = new Set<number>(!isReused && this.#tree.ownsGroup() ? [pid] : []);
    for (const row of rows) {
      if (row.serial === serial || this.#found.get(row.pid) === row.startTicks) ids.add(row.pid);
    }
    for (let size = -1; size !== ids.size;) {
      size = ids.size;
      for (const row of rows) {
        if (ids.has(row.parent) || ids.has(row.group) || ids.has(row.session)) ids.add(row.pid);
      }
    }
    this.#alive = this.#withRoot(rows.filter((row) => ids.has(row.pid)));
    for (const member of this.#alive) {
      this.#found.set(member.pid, member.startTicks);
      if (member.group === member.pid) this.#groups.add(member.pid);
    }
  }

  signal(...names: readonly NodeJS.Signals[]): void {
    for (const target of this.#targets()) for (const name of names) send(target, name);
  }

  /** Asks the tree to exit: in a sandbox only the processes inside, because killing bubblewrap kills them at once. */
  ask(...names: readonly NodeJS.Signals[]): void {
    const { pid, levels } = this.#tree;
    const hasOthers = this.#alive.some((member) => member.pid !== pid);
    for (const target of this.#targets()) {
      if (levels > 0 && hasOthers && Math.abs(target) === pid) continue;
      for (const name of names) send(target, name);
    }
  }

  /** A signal to a group also reaches processes that fork and exit between two lookups. Returns whether it reached any. */
  killGroups(): boolean {
    if (this.#tree.leadsGroup && this.#tree.ownsGroup()) this.#groups.add(this.#tree.pid);
    return [...this.#groups].filter((group) => send(-group, "SIGKILL")).length > 0;
  }

  /** If the table shows nothing, the child and its group are still known. */
  #withRoot(rows: readonly ProcessRow[]): readonly Member[] {
    const { pid, leadsGroup } = this.#tree;
    if (!this.#tree.isRunning() || rows.some((row) => row.pid === pid)) return rows;
    return [...rows, { pid, group: leadsGroup ? pid : UNKNOWN_GROUP, startTicks: this.#tree.startTicks() }];
  }

  /** Whole groups, so that no member can fork away between lookup and signal; each process once. */
  #targets(): Set<number> {
    const leaders = new Set([this.#tree.pid, ...this.pids]);
    return new Set(this.#alive.map(({ pid, group }) => (leaders.has(group) ? -group : pid)));
  }
}

function send(target: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(target, name);
  } catch {
    return false; // Already gone, or another user's: a process that remains in the end is reported as a survivor.
  }
}
