// The codes of errors: `ENOENT`, `EACCES`, `SQLITE_BUSY`, …

/** The `code` of any error that has one. */
export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** The errno name of an error that comes from a system call; undefined for every other error. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && "syscall" in error ? errorCodeOf(error) : undefined;
}

/** Whether the error has one of these codes. */
export function hasErrno(error: unknown, ...errnos: readonly string[]): boolean {
  return errnos.includes(errorCodeOf(error) ?? "");
}
