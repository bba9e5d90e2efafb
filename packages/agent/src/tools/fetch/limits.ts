// Every limit of fetch, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

export const URL_CHARS_MAX = 8_000;
/** From the call to the last byte, redirects included. */
export const FETCH_MS_MAX = 30_000;
export const REDIRECTS_MAX = 8;
/** What is read of an answer, unpacked; the rest is not waited for. */
export const BODY_BYTES_MAX: number = 5 * MIB;
/** Encodings on top of each other. */
export const ENCODINGS_MAX = 2;
export const IMAGE_BYTES_MAX: number = 3 * MIB;
/** Text for the model. */
export const RESULT_BYTES_MAX: number = 250 * KIB;
export const RESULT_BYTES_DEFAULT: number = 50 * KIB;
/** What of a failed answer's body is shown. */
export const ERROR_BODY_BYTES_MAX: number = 4 * KIB;
/** Where a charset is looked for in a page, and zeros in what may be no text. */
export const PROBE_BYTES: number = 4 * KIB;
/** What a person sees of the result. */
export const SHOWN_CHARS_MAX = 4_000;
export const TITLE_URL_CHARS_MAX = 120;
