// Every limit on hooks, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

/** Hooks of one session. */
export const HOOKS_MAX = 64;
/** Names of tools in one hook, and how long one may be. */
export const TOOL_PATTERNS_MAX = 100;
export const PATTERN_CHARS_MAX = 200;
export const ARGS_MAX = 100;
export const COMMAND_CHARS_MAX: number = 8 * KIB;

export const HOOK_TIMEOUT_MS = 30_000;
export const HOOK_TIMEOUT_MS_MAX = 600_000;
/** How long a hook may take to end by itself after its time is up. */
export const HOOK_END_GRACE_MS = 1_000;
/** After its end a hook's output is waited for this long. */
export const HOOK_DRAIN_MS = 250;

/** What a hook is told; a call that is larger cannot be looked at by it. */
export const HOOK_INPUT_BYTES_MAX: number = 8 * MIB;
/** What a hook is told of a tool's result; the rest is left out, and said to be. */
export const HOOK_OUTCOME_CHARS_MAX: number = 64 * KIB;
/** What a hook may answer: a rewritten call has whole files in it. */
export const HOOK_STDOUT_BYTES_MAX: number = 8 * MIB;
export const HOOK_STDERR_BYTES_MAX: number = 64 * KIB;
export const HOOK_NAME_CHARS_MAX = 80;
/** A reason or a remark that goes to the model or to a person. */
export const HOOK_WORDS_CHARS_MAX: number = 8 * KIB;
