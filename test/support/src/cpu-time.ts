// How much work something is, by the processor's time: other programs on a busy machine do not count.

/** For work that is done when it returns; compare it with a bound far above what it takes and far below what a wrong algorithm would. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
