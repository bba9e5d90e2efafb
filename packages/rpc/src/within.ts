// Waits with a limit.

/** Resolves when `done` settles, or after `ms` at the latest; true if it was in time. */
export async function within(done: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const inTime = done.then(
    () => true,
    () => true,
  );
  const result = await Promise.race([inTime, late]);
  clearTimeout(timer);
  return result;
}
