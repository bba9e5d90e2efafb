// Changes between two texts, in pieces that can be undone one by one. It is a separate entry point, because it loads `diff`.
export { createHunks, invertHunk, revertHunks, type Hunk } from "./hunks/create-hunks.ts";
export { findOnly } from "./hunks/find-only.ts";
export { followHunks, type FollowedBlock, type FollowedHunk, type HunkPresence } from "./hunks/follow-hunks.ts";
export { applyLineEdits, toLineEdits, type LineEdit } from "./hunks/line-edits.ts";
export { splitLines } from "./hunks/split-lines.ts";
