// What the system calls a failure: ENOENT, EACCES, …

export function hasErrno(error: unknown, ...errnos: readonly string[]): boolean {
  return errnos.includes(errnoOf(error) ?? "");
}

export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
