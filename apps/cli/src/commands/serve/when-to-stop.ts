// When `parley serve` stops: a signal, a request of a client with full access, or the idle time.
import type { RunningServer, ServerProcess } from "@parley/server";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { boundLog, serverLogIn } from "../../server/server-log.ts";

/** How often an idle server checks: a fraction of its idle time, and the maximum. */
const LOOKS = 10;
const LOOK_MS_MAX = 5_000;

/** A requested stop: by a signal, or through the API. */
export class StopRequest {
  /** How long running turns may take, if the request specifies it. */
  graceMs: number | undefined;
  readonly #controller = new AbortController();
  readonly #signal: AbortSignal;

  constructor(asked: AbortSignal) {
    this.#signal = AbortSignal.any([asked, this.#controller.signal]);
  }

  make(graceMs: number | undefined): void {
    this.graceMs ??= graceMs;
    this.#controller.abort();
  }

  /** Resolves when a stop is requested, or when `idle` resolves. */
  async until(idle: (signal: AbortSignal) => Promise<void>): Promise<void> {
    await idle(this.#signal);
  }
}

/**
 * Resolves once the server was idle for its time, or the signal aborts. `ownHome`: the home of a background server,
 * which keeps its log within the limit, and stops when its home is gone, because no client could find it again.
 */
export function whenIdle(
  server: Pick<RunningServer, "idleMs">,
  { idleExitMs }: Pick<ServerProcess, "idleExitMs">,
  ownHome: string | undefined,
): (signal: AbortSignal) => Promise<void> {
  const everyMs = Math.min(LOOK_MS_MAX, (idleExitMs ?? Number.POSITIVE_INFINITY) / LOOKS);
  return async (signal) => {
    if (idleExitMs === undefined && ownHome === undefined && !signal.aborted) await once(signal, "abort");
    while (!signal.aborted) {
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
      if (ownHome !== undefined) await boundLog(serverLogIn(ownHome)).catch(() => undefined);
      if (ownHome !== undefined && !existsSync(ownHome)) return;
      if (idleExitMs !== undefined && (await server.idleMs()) >= idleExitMs) return;
    }
  };
}
