// Limits on the browser tool.

const MIB = 1024 * 1024;

export const LAUNCH_MS_MAX = 30_000;
/** Polling interval for the browser's address. */
export const LOOK_MS = 20;
/** Time to wait for the exit status of a browser after its pipes have closed. */
export const EXIT_GRACE_MS = 1_000;
export const OPEN_MS_MAX = 30_000;
/** Timeout for a click, typed text or an outline of the page. */
export const ACTION_MS_MAX = 10_000;
/** Time that a page may continue loading after an action before it is read. */
export const SETTLE_MS_MAX = 1_500;
export const SETTLE_MS_MIN = 150;
/** Time for the browser to exit on its own. */
export const CLOSE_GRACE_MS = 1_000;

export const PAGES_MAX = 8;
/** Size of one message from the browser; a larger one closes the connection. */
export const MESSAGE_BYTES_MAX: number = 64 * MIB;
export const SCREENSHOT_BYTES_MAX: number = 3 * MIB;
export const VIEWPORT = { width: 1280, height: 800 } as const;

export const OUTLINE_CHARS_MAX = 40_000;
export const OUTLINE_DEPTH_MAX = 100;
export const LABEL_CHARS_MAX = 300;
export const ADDRESS_CHARS_MAX = 200;
/** Dialogs and blocked URLs reported with one result. */
export const NOTES_MAX = 10;

export const TARGET_CHARS_MAX = 1_000;
export const TYPED_CHARS_MAX = 20_000;
export const TITLE_CHARS_MAX = 100;

export const PROXY_CONNECTIONS_MAX = 256;
export const PROXY_IDLE_MS_MAX = 120_000;
