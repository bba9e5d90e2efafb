// Operations on the files that the turns of a session changed.
import { defineOperations } from "../operation.ts";
import {
  changeQuerySchema,
  changeReplySchema,
  changesQuerySchema,
  changesReplySchema,
  reviewReplySchema,
  reviewSchema,
} from "./schemas.ts";

const tag = "Changes";

const review = {
  method: "post",
  scope: "drive",
  tag,
  body: reviewSchema,
  example: { turn: "last" },
  reply: { description: "What was done, and what was left.", schema: reviewReplySchema },
  errors: [404, 409],
} as const;

const ABOUT_UNDO = `Waits for a running turn, up to 50 seconds (\`session_busy\`), unless forced. The agent learns of it with its next prompt. A hunk
whose lines were edited since is left alone. Every undo is a \`review\` event in the session's log, and can be redone.`;

export const changeOperations = defineOperations({
  "changes/list": {
    method: "get",
    path: "/sessions/{id}/changes",
    scope: "read",
    tag,
    summary: "List the files that a session, or one of its turns, changed",
    query: changesQuerySchema,
    reply: { description: "The turns that changed files, and the files.", schema: changesReplySchema },
    errors: [404],
  },
  "changes/file": {
    method: "get",
    path: "/sessions/{id}/changes/file",
    scope: "read",
    tag,
    summary: "Show a changed file: the text before and after, the hunks, and who wrote them",
    description: "Turns whose snapshots are no longer kept (100 per folder) are answered with `snapshot_not_found`.",
    query: changeQuerySchema,
    reply: { description: "The file.", schema: changeReplySchema },
    errors: [404],
  },
  "changes/undo": {
    ...review,
    path: "/sessions/{id}/changes/undo",
    summary: "Undo changes: all, some files, or hunks of a file",
    description: ABOUT_UNDO,
  },
  "changes/keep": {
    ...review,
    path: "/sessions/{id}/changes/keep",
    summary: "Mark changes as kept: they are not undone unless they are named",
  },
  "changes/redo": {
    ...review,
    path: "/sessions/{id}/changes/redo",
    summary: "Put back changes that were undone",
  },
});
