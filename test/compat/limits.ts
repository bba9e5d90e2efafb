// Every limit of the compatibility runs, with its name. Generous: agents start slowly on a busy machine.

/** One check, with everything it waits for. */
export const CHECK_MS = 90_000;

/** How long a process may take to be gone once its turn was cancelled or its agent closed. */
export const GONE_MS = 15_000;

/** How long a process may take to exit once its input has ended, and how often it may try. */
export const EOF_MS = 1_500;
export const EOF_TRIES = 3;

/** How often processes are looked for: the system has no event for another process's children. */
export const LOOK_AGAIN_MS = 50;

/** How long a file may take to appear that a command makes. */
export const FILE_MS = 60_000;

/** One `npm install`. */
export const INSTALL_MS = 600_000;

/** How long a run waits while another one installs the same agent. */
export const INSTALL_WAIT_MS = 900_000;

/** Everything that one client does with our agent. */
export const CLIENT_MS = 120_000;

/** All checks of one agent. */
export const RUN_MS = 1_200_000;

/** How long a run may take to exit once everything is closed. */
export const LINGER_MS = 20_000;

/** Agents that run at the same time; they start with all the cores they can get. */
export const AGENTS_AT_ONCE = 2;

/** What is shown of a text in a note. */
export const NOTE_CHARS_MAX = 300;

/** What is kept of a run's stderr. */
export const LAST_WORDS_CHARS_MAX = 4_000;
