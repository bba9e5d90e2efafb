// Limits on config.json, with their names.

export const CONFIG_BYTES_MAX: number = 1024 * 1024;
/** What an error shows of a value that does not fit. */
export const SHOWN_VALUE_CHARS_MAX = 100;
/** Variables that commands get to see although they look secret. */
export const COMMAND_VARIABLES_MAX = 100;
/** Models of which the user says something. */
export const MODEL_OVERRIDES_MAX = 500;
