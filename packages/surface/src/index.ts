// State that a surface keeps up to date over its connection, without React: for the page, and for an editor's
// extension.
export { AgentList } from "./agent-list.ts";
export { toStartPickers } from "./choice-pickers.ts";
export { nextFrame } from "./frame.ts";
export { handOver } from "./hand-over.ts";
export { readSession, toFileLink } from "./mentions.ts";
export { toPickers } from "./pickers.ts";
export { QuestionList } from "./question-list.ts";
export { withReadMark, type ReadMarks } from "./read-marks.ts";
export { SessionChanges } from "./session-changes.ts";
export { SessionChoices } from "./session-choices.ts";
export { SessionFollower } from "./session-follower.ts";
export { SessionList } from "./session-list.ts";
export { createSessionPort, type SessionParts } from "./session-port.ts";
export { SessionQueue } from "./session-queue.ts";
export { sessionStatusOf } from "./session-status.ts";
