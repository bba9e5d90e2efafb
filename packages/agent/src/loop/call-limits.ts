// Limits on a single tool call.

/** Text of one result, for the model. */
export const RESULT_CHARS_MAX = 50_000;
/** However small the model's window is. */
export const RESULT_CHARS_MIN = 2_000;
export const RESULT_IMAGES_MAX = 8;
/** Base64 of one image: about 5 MB of it, which is what providers take. */
export const IMAGE_CHARS_MAX = 7_000_000;
/** Text that a person is shown of one call. */
export const SHOWN_CHARS_MAX = 200_000;
/** Remarks of hooks behind a result, together. */
export const REMARKS_CHARS_MAX = 10_000;
/** What was wrong with an input, one line each. */
export const INPUT_PROBLEMS_MAX = 20;
/** Times that a slip in an input is mended and looked at again. */
export const INPUT_REPAIRS_MAX = 3;
export const TOOL_NAMES_SHOWN_MAX = 100;
/** Changes of a letter that make one name near another. */
export const NAME_DISTANCE_MAX = 2;
/** What a cancelled tool has to say for itself, it says within this. */
export const CANCEL_GRACE_MS = 30;
