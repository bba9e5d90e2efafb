// The size of the terminal on stdout.

const COLUMNS_DEFAULT = 80;
const ROWS_DEFAULT = 24;

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/**
 * The size at this moment. Node keeps what it read at the last signal, which may be out of date until the next one is
 * handled, so it reads again first; if the size is another one, stdout emits `resize` before this returns.
 */
export function terminalSize(): TerminalSize {
  process.emit("SIGWINCH");
  // Some terminals do not report their size.
  return { columns: process.stdout.columns || COLUMNS_DEFAULT, rows: process.stdout.rows || ROWS_DEFAULT };
}
