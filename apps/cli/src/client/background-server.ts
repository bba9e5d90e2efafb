// Starts this home's server in the background. It outlives the command that starts it, and stops when it is idle.
import { ParleyError, parseObject, VERSION, within } from "@parley/base";
import { createFolder, readTextWithin, takeClaim } from "@parley/home";
import { isGuarded, startDetached } from "@parley/machine/processes";
import { homedir } from "node:os";
import { join } from "node:path";
import { LOG_BYTES_MAX, LOG_TAIL_CHARS, START_MS_MAX } from "../limits.ts";
import { findRunning } from "../server/find-running.ts";
import type { ServerPlace } from "../server/server-file.ts";
import { stopServer } from "../server/stop-server.ts";
import { boundLog, serverLogIn } from "../server/server-log.ts";
import { ownCommand } from "./own-agent.ts";

/** False for a command that an agent started: the server would outlive it. */
export function mayStartServer(): boolean {
  return !isGuarded();
}

/** The server that is running for this home, or one that was started for it. Of several commands at once, one starts it. */
export async function startBackgroundServer(
  home: string,
  flags: readonly string[] = [],
): Promise<{ readonly place: ServerPlace; readonly isNew: boolean }> {
  await createFolder(home);
  const claim = await takeClaim(join(home, "server.start"), { waitMs: START_MS_MAX });
  if (!("release" in claim)) {
    const who = claim.process === undefined ? "another process" : `process ${claim.process.pid}`;
    throw failedStart(`${who} has been starting it for ${START_MS_MAX / 1_000} s`);
  }
  try {
    const running = await findRunning(home);
    if (running !== undefined && !(await retire(home, running))) return { place: running, isNew: false };
    if (!mayStartServer()) throw startedByAgent();
    await start(home, flags);
    const place = await findRunning(home);
    if (place === undefined) throw failedStart("it stopped again at once", await readLogTail(home));
    return { place, isNew: true };
  } finally {
    claim.release();
  }
}

/** An older background server makes room for a newer one if it has no unfinished turn; a newer one is used as it is. */
async function retire(home: string, running: ServerPlace): Promise<boolean> {
  const { kind, version } = running;
  if (kind !== "background" || version === undefined || version === VERSION) return false;
  const { isNewerVersion } = await import("@parley/catalogue");
  if (!isNewerVersion(VERSION, version)) return false;
  return stopServer(home, running, { ifIdle: true });
}

async function start(home: string, flags: readonly string[]): Promise<void> {
  const logPath = serverLogIn(home);
  await boundLog(logPath);
  const { command, args, env } = ownCommand();
  const server = await startDetached({
    command,
    args: [...args.slice(0, -1), "serve", "--background", ...flags],
    // A folder that is there to stay: sessions bring their own.
    cwd: homedir(),
    // It serves every terminal, so that what this one allows for itself does not apply.
    env: { ...env, PARLEY_HOME: home, PARLEY_LEVEL: undefined, PARLEY_APPROVE: undefined },
    logPath,
  });
  const line = await within(server.firstLine, START_MS_MAX);
  server.leave();
  if (line !== undefined && parseObject(line) !== undefined) return;
  throw failedStart("it did not become ready", await readLogTail(home));
}

async function readLogTail(home: string): Promise<string> {
  const text = await readTextWithin(serverLogIn(home), 2 * LOG_BYTES_MAX).catch(() => undefined);
  return (text ?? "").trimEnd().slice(-LOG_TAIL_CHARS);
}

function failedStart(why: string, output = ""): ParleyError {
  const message = `The background server did not start: ${why}${output === "" ? "" : `\n${output}`}`;
  const remedy = { label: "See its log, or use --no-server", command: "parley server log" };
  return new ParleyError({ code: "server_not_found", message, remedy });
}

function startedByAgent(): ParleyError {
  const message =
    "A background server cannot be started from a program that an agent runs, because it would outlive it";
  const remedy = { label: "Start it in your own terminal", command: "parley server start" };
  return new ParleyError({ code: "forbidden", message, remedy });
}
