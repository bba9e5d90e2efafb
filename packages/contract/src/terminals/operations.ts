// Operations on the terminals of a session: the commands that run for its agent.
import { defineOperations } from "../operation.ts";
import {
  terminalInputSchema,
  terminalReplySchema,
  terminalRunSchema,
  terminalSizeSchema,
  terminalsReplySchema,
} from "./schemas.ts";

const tag = "Terminals";
const errors = [404, 410];

export const terminalOperations = defineOperations({
  "terminal/list": {
    method: "get",
    path: "/sessions/{id}/terminals",
    scope: "read",
    tag,
    summary: "List the commands that ran for a session's agent, and those that run",
    reply: { description: "The terminals.", schema: terminalsReplySchema },
    errors: [404],
  },
  "terminal/run": {
    method: "post",
    path: "/sessions/{id}/terminals",
    scope: "drive",
    tag,
    summary: "Run a command in the session's folder, as a person",
    description:
      "Rules that deny the command hold, and a dangerous one is asked about; the approval level is about the agent. The session's log has the command as a tool call, and its agent learns of it with the next prompt.",
    body: terminalRunSchema,
    example: { command: "git status" },
    reply: { status: 201, description: "The terminal: the command runs.", schema: terminalReplySchema },
    errors: [403, 404, 409],
  },
  "terminal/get": {
    method: "get",
    path: "/sessions/{id}/terminals/{terminal}",
    scope: "read",
    tag,
    summary: "Show a terminal: what its command wrote so far",
    reply: { description: "The terminal.", schema: terminalReplySchema },
    errors: [404],
  },
  "terminal/stream": {
    method: "get",
    path: "/sessions/{id}/terminals/{terminal}/stream",
    scope: "read",
    tag,
    isHttpOnly: true,
    summary: "Follow a terminal",
    description: `Server-sent events: \`terminal\` has what \`GET …/terminals/{terminal}\` has, and comes again if the reader fell behind; \`output\`
has \`{"output"}\`, \`end\` has \`{"exit"}\` and is the last. Over ACP: \`_parley/terminal/follow\`.`,
    reply: { description: "The events.", contentType: "text/event-stream" },
    errors: [404],
  },
  "terminal/write": {
    method: "post",
    path: "/sessions/{id}/terminals/{terminal}/write",
    scope: "drive",
    tag,
    summary: "Type into a terminal",
    description:
      "Only if `is_pty`. The session's log records who typed what, line by line; what the program does not show, such as a password, is only counted.",
    body: terminalInputSchema,
    example: { data: "y\r" },
    reply: { description: "It was written.", status: 204 },
    errors,
  },
  "terminal/resize": {
    method: "post",
    path: "/sessions/{id}/terminals/{terminal}/resize",
    scope: "drive",
    tag,
    summary: "Change the size of a terminal",
    description: "Only if `is_pty`. All views of a terminal share its size.",
    body: terminalSizeSchema,
    example: { cols: 120, rows: 40 },
    reply: { description: "It has the size.", status: 204 },
    errors,
  },
  "terminal/kill": {
    method: "post",
    path: "/sessions/{id}/terminals/{terminal}/kill",
    scope: "drive",
    tag,
    summary: "End the command of a terminal, with everything that it started",
    reply: { description: "It has ended.", status: 204 },
    errors,
  },
});
