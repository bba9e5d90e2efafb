// Every limit of this package, with its name.

/** How long a child may take to exit once its input is closed, before it is killed. */
export const END_WAIT_MS = 5_000;

/** How long a killed process may take to be gone. */
export const KILL_WAIT_MS = 30_000;

/** How long the rest of a child's stderr is awaited after its exit. */
export const STDERR_WAIT_MS = 2_000;

/** What is kept of a child's stderr. */
export const STDERR_CHARS_MAX = 64 * 1024;

/** How long a test waits for something that should happen at once. Generous: the machine may be busy. */
export const WAIT_MS = 50_000;
