// Every limit of the relay, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

/** One read of a pipe; more a pipe does not hold. */
export const READ_BYTES: number = 64 * KIB;
/** What passed waits this long before it is looked at: in a lively exchange the next message is forwarded first. */
export const LOOK_DELAY_MS = 5;
/** What waits to be looked at. Above this it is shed, and counted, */
export const UNSEEN_BYTES_MAX: number = 4 * MIB;
/** until so little waits that looking has caught up. */
export const UNSEEN_BYTES_LOW: number = 2 * MIB;
/** Small chunks cost more than their bytes. */
export const UNSEEN_CHUNKS_MAX = 20_000;
/** How long looking may keep a forward waiting; one message that takes longer is never interrupted. */
export const SLICE_MS = 1;
/** Nothing came for this long: nobody is kept waiting. */
export const IDLE_MS = 2;
/** While bytes stream through, looking gets so much of a millisecond for each that forwarding had, */
export const LOOK_SHARE = 0.25;
/** which it may save up so far, if the machine gave us no time, */
export const CREDIT_MS_MAX = 20;
/** and when that is used up, forwarding has this long to itself. */
export const SHARE_WAIT_MS = 1;
/** At the end, so long may looking at what is left take; the rest is lost. */
export const SETTLE_MS_MAX = 5_000;
/** A listener that throws this often in a row is not called any more. */
export const LISTENER_FAILURES_MAX = 16;

/** What a lane holds that cannot forward at once, because messages are judged or held up. */
export const STAGED_BYTES_MAX: number = MIB;

/** A signal that was passed on is followed by the end of the agent and all it started, this much later. */
export const SIGNAL_GRACE_MS = 5_000;
/** When it is ended, so long it may take by itself. */
export const END_GRACE_MS = 1_000;
/** So long may an agent take to end whose client is gone. */
export const GONE_GRACE_MS = 5_000;
/** After the client's last byte it is looked this often whether the client is still there. */
export const GONE_LOOK_MS = 1_000;
/** What an agent that ended has left in its pipe is waited for while it comes; a process it left behind may hold the pipe open. */
export const QUIET_MS = 250;
export const QUIET_LOOK_MS = 25;
