// Every limit of views, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

/** Whoever looks at a session is told of changes this often at most. */
export const TICK_MS = 100;
/** Sessions that are watched; with more, the one that was quiet longest is forgotten, unless somebody looks at it. */
export const WATCHED_SESSIONS_MAX = 300;
/** Files of one session, cold ones included; with more, the coldest go. */
export const FILES_MAX = 10_000;
/** Files in a whole view, the ones touched last; the others come when they change. */
export const VIEW_FILES_MAX = 5_000;
/** Those who look at one session at the same time. */
export const VIEWERS_MAX = 1_000;

/** Frames of one session in memory: the latest. */
export const TRACE_FRAMES_MAX = 4_000;
export const TRACE_CHARS_MAX: number = MIB;
/** Frames are packed this long after they came, so many at a time: in a flood most have gone by then. */
export const PACK_FRAMES_MS = 1_000;
export const PACKED_FRAMES_MAX = 250;
/** How a connection and a session began is kept, however much comes after it. */
export const BEGINNING_FRAMES_MAX = 24;
export const BEGINNING_CHARS_MAX: number = 64 * KIB;
/** Of all sessions together; with more, the session that was quiet longest loses its frames. */
export const TRACES_CHARS_MAX: number = 32 * MIB;
/** Of a larger frame, only what it is about is kept. */
export const FRAME_BYTES_MAX: number = 256 * KIB;
/** What is kept of a text that is no message. */
export const MALFORMED_CHARS_MAX: number = 4 * KIB;

/** Requests of one side that have no answer yet. */
export const OPEN_REQUESTS_MAX = 5_000;
/** Sessions of one connection that are told apart. */
export const PLACES_MAX = 10_000;
/** Sessions of an agent that nobody has named yet, and frames that wait for one of them. */
export const UNNAMED_SESSIONS_MAX = 64;
export const UNNAMED_FRAMES_MAX = 200;
/** Sessions that were deleted, so that late words about them are known as such. */
export const GONE_MAX = 1_000;

/** Rows of a timeline, unless fewer are wanted: the latest. */
export const TIMELINE_ROWS_DEFAULT = 500;
/** Lines of a trace that are made at once; then it is others' turn. */
export const LINES_AT_ONCE = 100;
/** Failures of our own that are told one by one. */
export const FAILURES_TOLD_MAX = 10;
