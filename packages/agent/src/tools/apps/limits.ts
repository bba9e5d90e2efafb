// Every limit of apps, with its name.

const KIB = 1024;

export const APPS_MAX = 200;
export const APP_NAME_CHARS_MAX = 48;
export const APP_TITLE_CHARS_MAX = 120;
export const APP_DESCRIPTION_CHARS_MAX = 2_000;
/** One page with everything in it. */
export const APP_HTML_BYTES_MAX: number = 1024 * KIB;
export const APP_EDITS_MAX = 100;
export const APP_REQUEST_CHARS_MAX = 4_000;
/** Requests that are kept; the oldest go first. */
export const APP_REQUESTS_MAX = 50;
/** A larger app.json is not ours. */
export const APP_MANIFEST_BYTES_MAX: number = 512 * KIB;
/** References to the outside that a failure names. */
export const NAMED_REFERENCES_MAX = 10;
export const REFERENCE_CHARS_MAX = 120;
export const OPENER_WAIT_MS = 3_000;
export const APPS_AT_ONCE = 16;
