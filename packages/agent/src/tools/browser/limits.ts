// Every limit of the browser tool, with its name.

const MIB = 1024 * 1024;

export const LAUNCH_MS_MAX = 30_000;
/** Between two looks for where a browser listens. */
export const LOOK_MS = 20;
/** After its pipes were closed a browser is waited for this long, to say how it ended. */
export const EXIT_GRACE_MS = 1_000;
export const OPEN_MS_MAX = 30_000;
/** A click, a text typed, a look at the page. */
export const ACTION_MS_MAX = 10_000;
/** After an action a page may go on loading for this long before it is looked at. */
export const SETTLE_MS_MAX = 1_500;
export const SETTLE_MS_MIN = 150;
/** How long the browser may take to end by itself. */
export const CLOSE_GRACE_MS = 1_000;

export const PAGES_MAX = 8;
/** One message of the browser's; a larger one ends the connection. */
export const MESSAGE_BYTES_MAX: number = 64 * MIB;
export const SCREENSHOT_BYTES_MAX: number = 3 * MIB;
export const VIEWPORT = { width: 1280, height: 800 } as const;

export const OUTLINE_CHARS_MAX = 40_000;
export const OUTLINE_DEPTH_MAX = 100;
export const LABEL_CHARS_MAX = 300;
export const ADDRESS_CHARS_MAX = 200;
/** Dialogs and refused addresses that are told of with one result. */
export const NOTES_MAX = 10;

export const TARGET_CHARS_MAX = 1_000;
export const TYPED_CHARS_MAX = 20_000;
export const TITLE_CHARS_MAX = 100;

export const PROXY_CONNECTIONS_MAX = 256;
export const PROXY_IDLE_MS_MAX = 120_000;
