// Lets everything else that is ready run first.

/** A browser has only timers for that. */
export function later(task: () => void): void {
  const { setImmediate } = globalThis as { setImmediate?: (task: () => void) => unknown };
  if (setImmediate === undefined) setTimeout(task, 0);
  else setImmediate(task);
}
