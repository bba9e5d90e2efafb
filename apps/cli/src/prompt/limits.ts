// Every limit of what can go with a prompt, with its name.

/** Files that go with one prompt. */
export const ATTACHMENTS_MAX = 100;
/** Pictures and sounds travel whole, a third larger as base64; agents refuse larger ones. */
export const MEDIA_BYTES_MAX = 20 * 1024 * 1024;
/** A file of which some lines are taken is read up to here. */
export const RANGE_FILE_BYTES_MAX = 64 * 1024 * 1024;
/** The lines themselves. */
export const RANGE_CHARS_MAX = 1024 * 1024;
/** A prompt from stdin. */
export const STDIN_BYTES_MAX = 16 * 1024 * 1024;
