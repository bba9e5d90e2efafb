// The checks by their names.
import { cancel, cancelTool } from "./cancel.ts";
import type { Check } from "./check.ts";
import { allow, reject, run } from "./commands.ts";
import type { CheckName } from "./names.ts";
import { embed, image, imageLink, mcp, mcpHttp } from "./content.ts";
import { eof, exit } from "./end.ts";
import { memory, messageId, plan, usage, usageUpdate } from "./extras.ts";
import { edit, read, write } from "./files.ts";
import { closeSession, deleteSession, fork, list, modes } from "./management.ts";
import { order } from "./order.ts";
import { load, reload, resume } from "./sessions.ts";
import { initialize, maxTokens, newSession, retry, text, think } from "./turns.ts";

export const checks: Readonly<Record<CheckName, Check>> = {
  initialize,
  new: newSession,
  text,
  think,
  read,
  write,
  edit,
  run,
  allow,
  reject,
  cancel,
  cancelTool,
  retry,
  maxTokens,
  image,
  imageLink,
  embed,
  mcp,
  mcpHttp,
  memory,
  plan,
  usage,
  usageUpdate,
  messageId,
  modes,
  list,
  fork,
  close: closeSession,
  delete: deleteSession,
  load,
  reload,
  resume,
  order,
  eof,
  exit,
};
