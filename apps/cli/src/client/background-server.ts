// Starts this home's server in the background. It outlives the command that starts it, and stops when it is idle.
import { monotonicMs, onAbort, ParleyError, VERSION, within } from "@parley/base";
import { createFolder, readTextWithin, takeClaim } from "@parley/home";
import { isGuarded, startDetached } from "@parley/machine/processes";
import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LOG_BYTES_MAX, LOG_TAIL_CHARS, ROOM_MS_MAX, START_MS_MAX, STOP_LOOK_MS } from "../limits.ts";
import { findRunning, isSurelyRunning, readServerEntry, type ServerPlace } from "@parley/home/running-server";
import { readFailure } from "../server/start-failure.ts";
import { stopServer } from "../server/stop-server.ts";
import { boundLog, serverLogIn } from "../server/server-log.ts";
import { ownCommand } from "./own-agent.ts";

/** False for a command that an agent started: the server would outlive it. */
export function mayStartServer(): boolean {
  return !isGuarded();
}

export interface StartOptions {
  /** Options of `parley serve`. */
  readonly flags?: readonly string[] | undefined;
  /** Ends the server if it is not ready yet: other commands wait until it is. */
  readonly signal?: AbortSignal | undefined;
}

/** This home's running server, or a newly started one. If several commands start at once, only one starts it. */
export async function startBackgroundServer(
  home: string,
  options: StartOptions = {},
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
    await waitForRoom(home);
    const failure = await start(home, options);
    // Another server may have started at the same time, in a terminal.
    const place = await findRunning(home);
    if (place === undefined) throw failure ?? failedStart("it exited at once");
    return { place, isNew: failure === undefined };
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

/** Waits for a server that is stopping. A server that hangs keeps the sessions locked. */
async function waitForRoom(home: string): Promise<void> {
  const deadline = monotonicMs() + ROOM_MS_MAX;
  for (;;) {
    const entry = await readServerEntry(home);
    if (entry === undefined || entry === "unreadable" || !(await isSurelyRunning(entry))) return;
    if (monotonicMs() > deadline) throw hangs(entry);
    await sleep(STOP_LOOK_MS);
  }
}

/** Why it did not start; undefined when it is ready. */
async function start(home: string, { flags = [], signal }: StartOptions): Promise<ParleyError | undefined> {
  const logPath = serverLogIn(home);
  await boundLog(logPath);
  const { size: logged } = await stat(logPath).catch(() => ({ size: 0 }));
  const { command, args, env } = ownCommand();
  const server = await startDetached({
    command,
    args: [...args.slice(0, -1), "serve", "--background", ...flags],
    // A permanent folder, because sessions bring their own.
    cwd: homedir(),
    // It serves every terminal, so this terminal's own permissions do not apply.
    env: { ...env, PARLEY_HOME: home, PARLEY_LEVEL: undefined, PARLEY_APPROVE: undefined },
    logPath,
  });
  const stopListening = signal === undefined ? () => undefined : onAbort(signal, () => server.kill());
  const said = await within(
    server.firstLine.then((line) => ({ line })),
    START_MS_MAX,
  );
  stopListening();
  server.leave();
  if (said === undefined) {
    server.kill();
    return failedStart(`it was not ready within ${START_MS_MAX / 1_000} s`, await readLog(home, logged));
  }
  if (signal?.aborted === true) return new ParleyError({ code: "request_cancelled", message: "Stopped" });
  if (said.line === undefined) return failedStart("it exited at once", await readLog(home, logged));
  const failure = readFailure(said.line);
  if (failure === undefined) return undefined;
  await within(server.ended(), ROOM_MS_MAX);
  return explain(failure);
}

/** What the server wrote to its log since it was started. */
async function readLog(home: string, from: number): Promise<string> {
  const text = await readTextWithin(serverLogIn(home), 2 * LOG_BYTES_MAX).catch(() => undefined);
  return Buffer.from(text ?? "")
    .subarray(from)
    .toString()
    .trimEnd()
    .slice(-LOG_TAIL_CHARS);
}

function explain({ code, message, remedy }: ParleyError): ParleyError {
  const told = `The background server did not start: ${message}`;
  return new ParleyError({ code, message: told, ...(remedy !== undefined && { remedy }) });
}

function failedStart(why: string, output = ""): ParleyError {
  const message = `The background server did not start: ${why}${output === "" ? "" : `\n${output}`}`;
  const remedy = { label: "See its log, or use --no-server", command: "parley server log" };
  return new ParleyError({ code: "server_not_found", message, remedy });
}

function hangs({ url, pid }: ServerPlace): ParleyError {
  const message = `The server at ${url} (process ${pid}) does not respond, and a second one cannot use its sessions`;
  const remedy = { label: `Try again later, or kill process ${pid}` };
  return new ParleyError({ code: "server_not_found", message, remedy });
}

function startedByAgent(): ParleyError {
  const message =
    "A program run by an agent cannot start a background server, because the server would outlive the program";
  const remedy = { label: "Start it in your own terminal", command: "parley server start" };
  return new ParleyError({ code: "forbidden", message, remedy });
}
