// Finds out how the command line was invoked, so that messages can name commands that work when typed.
import { realpathSync } from "node:fs";
import { join, sep } from "node:path";

/** npm's names for `npx`, `npm exec`, `npm start` and `npm run`. */
const BY_NPM = new Set(["exec", "start", "run-script"]);

/** `npx parley` if npm started this file from its clone; an installed or linked command is on the PATH. */
export function findInvokedName(env: NodeJS.ProcessEnv, file: string): string {
  const { npm_command: command = "", npm_config_local_prefix: root } = env;
  if (!BY_NPM.has(command) || root === undefined) return "parley";
  return realPath(file).startsWith(join(realPath(root), "apps") + sep) ? "npx parley" : "parley";
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
