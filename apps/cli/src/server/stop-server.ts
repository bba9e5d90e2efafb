// Stops this home's server: through its API, never by a signal to a process id from a file.
import { ParleyError, monotonicMs } from "@parley/base";
import { setTimeout as sleep } from "node:timers/promises";
import { readHomeToken } from "./find-server.ts";
import { STOP_LOOK_MS, STOP_MS_MAX } from "../limits.ts";
import { ServerApi } from "./server-api.ts";
import { isServerRunning, type ServerPlace } from "@parley/home/running-server";

export interface StopOptions {
  /** How long running turns may take to finish (default: the server's). */
  readonly graceSeconds?: number | undefined;
  /** Leaves it running if it has unfinished turns. */
  readonly ifIdle?: boolean | undefined;
}

/** Resolves when its process has exited; false if it has work and was left running. */
export async function stopServer(home: string, place: ServerPlace, options: StopOptions = {}): Promise<boolean> {
  const { graceSeconds, ifIdle = false } = options;
  const api = new ServerApi({ url: place.url, token: await readHomeToken(home), isLocal: true });
  const body = { if_idle: ifIdle, ...(graceSeconds !== undefined && { grace_seconds: graceSeconds }) };
  try {
    await api.request("POST", "/server/stop", { body });
  } catch (error) {
    if (error instanceof ParleyError && error.code === "session_busy") return false;
    throw error;
  }
  const deadline = monotonicMs() + STOP_MS_MAX + (graceSeconds ?? 0) * 1_000;
  while (await isServerRunning(place)) {
    if (monotonicMs() > deadline) throw stillRunning(place);
    // The system does not report the exit of a process that is not our child.
    await sleep(STOP_LOOK_MS);
  }
  return true;
}

function stillRunning({ url, pid }: ServerPlace): ParleyError {
  const message = `The server at ${url} (process ${pid}) was asked to stop and is still running`;
  return new ParleyError({ code: "request_timeout", message, remedy: { label: `Kill process ${pid} yourself` } });
}
