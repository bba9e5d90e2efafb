// Operations on the files of a session's folder.
import { defineOperations } from "../operation.ts";
import {
  fileSearchQuerySchema,
  fileSearchReplySchema,
  fileSizesQuerySchema,
  fileSizesReplySchema,
  fileTextQuerySchema,
  fileTextReplySchema,
  gitDiffQuerySchema,
  gitDiffReplySchema,
  gitStatusReplySchema,
  symbolsQuerySchema,
  symbolsReplySchema,
} from "./schemas.ts";

const tag = "Files";

export const fileOperations = defineOperations({
  "files/search": {
    method: "get",
    path: "/sessions/{id}/files",
    scope: "read",
    tag,
    summary: "Find files of a session's folder by some letters of their paths",
    query: fileSearchQuerySchema,
    reply: { description: "The files.", schema: fileSearchReplySchema },
    errors: [404],
  },
  "files/symbols": {
    method: "get",
    path: "/sessions/{id}/symbols",
    scope: "read",
    tag,
    summary: "Find where functions, classes and types of a session's folder are defined",
    description:
      "By how definitions are written in many languages, without parsing them: a few are missed, and a few are not definitions. Ignored files and files over 2 MB are left out.",
    query: symbolsQuerySchema,
    reply: { description: "The definitions, the best first.", schema: symbolsReplySchema },
    errors: [404],
  },
  "files/sizes": {
    method: "get",
    path: "/sessions/{id}/files/sizes",
    scope: "read",
    tag,
    summary: "List the files of a session's folder with their sizes",
    query: fileSizesQuerySchema,
    reply: { description: "The files.", schema: fileSizesReplySchema },
    errors: [404],
  },
  "files/text": {
    method: "get",
    path: "/sessions/{id}/files/text",
    scope: "read",
    tag,
    summary: "Show a file as it was in a snapshot",
    query: fileTextQuerySchema,
    reply: { description: "The file.", schema: fileTextReplySchema },
    errors: [404],
  },
  "git/status": {
    method: "get",
    path: "/sessions/{id}/git/status",
    scope: "read",
    tag,
    summary: "Show what git says of a session's folder",
    reply: { description: "The branch and the files that differ.", schema: gitStatusReplySchema },
    errors: [404],
  },
  "git/diff": {
    method: "get",
    path: "/sessions/{id}/git/diff",
    scope: "read",
    tag,
    summary: "Show the diff of a session's folder",
    query: gitDiffQuerySchema,
    reply: { description: "The diff.", schema: gitDiffReplySchema },
    errors: [404],
  },
});
