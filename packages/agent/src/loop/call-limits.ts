// Limits on a single tool call.

/** Text of one result for the model. */
export const RESULT_CHARS_MAX = 50_000;
/** The minimum applies however small the model's window is. */
export const RESULT_CHARS_MIN = 2_000;
export const RESULT_IMAGES_MAX = 8;
/** Providers accept images of about 5 MB, which is this length in base64. */
export const IMAGE_CHARS_MAX = 7_000_000;
/** Text of one call shown to the user. */
export const SHOWN_CHARS_MAX = 200_000;
/** Total length of the hook remarks after a result. */
export const REMARKS_CHARS_MAX = 10_000;
/** Problems with an input that are reported, one line each. */
export const INPUT_PROBLEMS_MAX = 20;
/** Attempts to repair an invalid input before it is rejected. */
export const INPUT_REPAIRS_MAX = 3;
export const TOOL_NAMES_SHOWN_MAX = 100;
/** Edit distance within which a tool name is suggested. */
export const NAME_DISTANCE_MAX = 2;
/** Time for a cancelled tool to return its own result. */
export const CANCEL_GRACE_MS = 30;
