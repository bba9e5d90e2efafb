// The names of the checks, in the order in which they run: one session is used by most of them.

export const CHECK_NAMES = [
  "initialize",
  "new",
  "text",
  "think",
  "read",
  "write",
  "edit",
  "run",
  "allow",
  "reject",
  "cancel",
  "cancelTool",
  "retry",
  "image",
  "embed",
  "mcp",
  "modes",
  "list",
  "load",
  "resume",
  "exit",
] as const;

export type CheckName = (typeof CHECK_NAMES)[number];
