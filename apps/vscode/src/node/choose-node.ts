// Which Node runs the server: the person's choice, one on the search path that is new enough, or the editor's own.
import { execFile } from "node:child_process";
import { NODE_VERSION_MS } from "../limits.ts";

export interface NodeProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The first with the database that the server uses. */
const FLOOR = [22, 13] as const;
/** Node says at the first use that its database may still change. */
const QUIET = "--disable-warning=ExperimentalWarning";

export async function chooseNode(wanted: string): Promise<NodeProgram> {
  if (wanted !== "") return { command: wanted, args: [QUIET], env: {} };
  // An editor that is updated while its own program runs the server could not replace it on Windows.
  if (isNewEnough(await versionOf("node"))) return { command: "node", args: [QUIET], env: {} };
  return { command: process.execPath, args: [QUIET], env: { ELECTRON_RUN_AS_NODE: "1" } };
}

/** Empty if it does not say. */
function versionOf(command: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, ["--version"], { timeout: NODE_VERSION_MS, windowsHide: true }, (error, stdout) =>
      resolve(error === null ? stdout.trim() : ""),
    );
  });
}

export function isNewEnough(version: string): boolean {
  const [, major = "0", minor = "0"] = /^v(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) > FLOOR[0] || (Number(major) === FLOOR[0] && Number(minor) >= FLOOR[1]);
}
