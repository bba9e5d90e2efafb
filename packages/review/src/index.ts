// The review of changed files, as every editor shows it: without an editor, a server or a disk.
export { isByHunk, type ChangedHunk, type FileChange, type HunkState } from "./change.ts";
export { hunkAt, hunksWithin, nextHunk } from "./find-hunk.ts";
export { toLf } from "./line-ends.ts";
export { reviewFile, type FileReview, type LineRange, type OpenHunk, type RemovedLines } from "./review-file.ts";
export { UndoQueue, type QueuedUndo } from "./undo-queue.ts";
