// Every limit of this package.

/** Characters of a proposed change and its file together; more is not compared. */
export const PROPOSAL_CHARS_MAX: number = 16 * 1024 * 1024;
/** Context lines around an edit that have to match. */
export const PROPOSAL_CONTEXT_LINES = 3;
