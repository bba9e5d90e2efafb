// Limits on hooks.

const KIB = 1024;
const MIB = 1024 * KIB;

/** Hooks per session. */
export const HOOKS_MAX = 64;
/** Tool name patterns per hook. */
export const TOOL_PATTERNS_MAX = 100;
export const PATTERN_CHARS_MAX = 200;
export const ARGS_MAX = 100;
export const COMMAND_CHARS_MAX: number = 8 * KIB;

export const HOOK_TIMEOUT_MS = 30_000;
export const HOOK_TIMEOUT_MS_MAX = 600_000;
/** Time for a hook to exit on its own after its timeout. */
export const HOOK_END_GRACE_MS = 1_000;
/** Time to wait for a hook's remaining output after it exits. */
export const HOOK_DRAIN_MS = 250;

/** Size of the input of a hook; hooks cannot examine a larger call. */
export const HOOK_INPUT_BYTES_MAX: number = 8 * MIB;
/** Length of a tool's result passed to a hook; the input says when the rest was omitted. */
export const HOOK_OUTCOME_CHARS_MAX: number = 64 * KIB;
/** A rewritten call in the answer may contain whole files. */
export const HOOK_STDOUT_BYTES_MAX: number = 8 * MIB;
export const HOOK_STDERR_BYTES_MAX: number = 64 * KIB;
export const HOOK_NAME_CHARS_MAX = 80;
/** Length of a reason or a remark for the model or the user. */
export const HOOK_WORDS_CHARS_MAX: number = 8 * KIB;
