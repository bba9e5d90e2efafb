// Limits of the agent as a whole. Each folder keeps its own in its `limits.ts`.

/** Sessions that are open at the same time. */
export const OPEN_SESSIONS_MAX = 64;
