// Every limit of the relay, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

/** What passed waits this long before it is looked at: in a lively exchange the next message is forwarded first. */
export const LOOK_DELAY_MS = 5;
/** What waits to be looked at. Above this it is shed, and counted, */
export const UNSEEN_BYTES_MAX: number = 8 * MIB;
/** until so little waits that looking has caught up. */
export const UNSEEN_BYTES_LOW: number = 4 * MIB;
/** Above this it is looked at without delay. */
export const UNSEEN_BYTES_SOON: number = MIB;
/** Small chunks cost more than their bytes. */
export const UNSEEN_CHUNKS_MAX = 32_768;
/** How long looking may keep a forward waiting; one message that takes longer is never interrupted. */
export const SLICE_MS = 1;
/** While bytes stream through, looking gets this much of the time that passes. */
export const LOOK_SHARE = 0.4;
/** The time that looking may have saved up. */
export const LOOK_CREDIT_MS_MAX = 4;
/** At the end, so long may looking at what is left take; the rest is lost. */
export const SETTLE_MS_MAX = 5_000;
/** Messages between two looks at the clock. */
export const FRAMES_PER_CLOCK = 8;
/** A listener that throws this often in a row is not called any more. */
export const LISTENER_FAILURES_MAX = 16;

/** What a lane holds that cannot forward at once, because messages are judged or held up. */
export const STAGED_BYTES_MAX: number = MIB;
/** The agent's log lines that wait for a reader of our stderr; more is dropped and counted. */
export const STDERR_BYTES_MAX: number = 4 * MIB;

/** A signal that was passed on is followed by the end of the agent and all it started, this much later. */
export const SIGNAL_GRACE_MS = 5_000;
/** So long may an agent take to end whose client is gone. */
export const GONE_GRACE_MS = 5_000;
/** After the client's last byte it is looked this often whether the client is still there. */
export const GONE_LOOK_MS = 1_000;
/** What an agent that ended has left in its pipe is waited for while it comes; a process it left behind may hold the pipe open. */
export const QUIET_MS = 250;
export const QUIET_LOOK_MS = 25;
