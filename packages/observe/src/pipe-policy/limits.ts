// Every limit of judging at the pipe, with its name.

const MIB = 1024 * 1024;

/** A message that is larger cannot be judged, and does not pass. */
export const JUDGED_BYTES_MAX: number = 8 * MIB;
/** What the client says is only read for the folders of its sessions. */
export const CLIENT_LINE_BYTES_MAX: number = MIB;
export const RULES_FILE_BYTES_MAX: number = 4 * MIB;
/** Sessions whose folders are known, and requests for one that are not answered yet; the oldest makes room. */
export const SESSIONS_MAX = 1_024;
/** Tool calls that were announced, of which a question may name only the id. */
export const TOOL_CALLS_MAX = 1_024;
/** Paths, commands and addresses of one tool call that are judged, each list by itself. */
export const TOOL_CALL_SUBJECTS_MAX = 256;
/** How deep in a message a name must not come twice. Below that there is nothing that is judged. */
export const REPEATED_DEPTH_MAX = 64;
/** So deep, names that differ only in small and capital letters count as the same. Deeper there are variables and the like. */
export const FOLDED_DEPTH_MAX = 5;
/** Batches in batches. JSON-RPC has none, but a reader might take them apart. */
export const BATCH_DEPTH_MAX = 8;
/** What a refusal repeats of the path or the command. */
export const SUBJECT_CHARS_MAX = 500;
