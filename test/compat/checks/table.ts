// The checks by their names.
import { cancel, cancelTool } from "./cancel.ts";
import type { Check } from "./check.ts";
import { allow, reject, run } from "./commands.ts";
import type { CheckName } from "./names.ts";
import { embed, image, mcp } from "./content.ts";
import { edit, read, write } from "./files.ts";
import { exit, list, load, modes, resume } from "./sessions.ts";
import { initialize, newSession, retry, text, think } from "./turns.ts";

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
  image,
  embed,
  mcp,
  modes,
  list,
  load,
  resume,
  exit,
};
