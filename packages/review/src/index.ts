// The review of changed files for any editor, independent of editor, server and disk.
export { isByHunk, type ChangedHunk, type FileChange, type HunkState } from "./change.ts";
export { hunkAt, hunksWithin, nextHunk } from "./find-hunk.ts";
export { toLf } from "./line-ends.ts";
export { placeProposal, type Misfit, type Placement, type Proposal } from "./place-proposal.ts";
export { reviewFile, type FileReview, type LineRange, type OpenHunk, type RemovedLines } from "./review-file.ts";
export { UndoQueue, type QueuedUndo } from "./undo-queue.ts";
