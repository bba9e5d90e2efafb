// Watches every connection to an agent, and shows what was observed, by session.
import { ParleyError, type Clock, type Log } from "@parley/base";
import type { AgentObserver } from "@parley/client";
import type { SessionLog } from "@parley/home/session-log";
import { createTimeline, readTrace, type TimelineRow } from "@parley/observe";
import type { Telemetry } from "@parley/observe/otel";
import { setImmediate as othersTurn } from "node:timers/promises";
import { createAllSessions, type Changes } from "./all-sessions.ts";
import { ConnectionWatch } from "./connection-watch.ts";
import { FAILURES_LOGGED_MAX, LINES_AT_ONCE, TICK_MS, TIMELINE_ROWS_DEFAULT, VIEWERS_MAX } from "../limits.ts";
import { SessionWatch, type SessionAbout } from "./session-watch.ts";
import type { AllSessions, SessionView, Viewer, Views, TracePart } from "../api/views.ts";
import { TrafficTails } from "./traffic-tails.ts";
import { WatchTable } from "./watch-table.ts";
import { watchLog } from "./watched-log.ts";

export interface ViewsOptions {
  /** Rejects with `session_not_found`. */
  readonly load: (sessionId: string) => Promise<unknown>;
  readonly about: (sessionId: string) => SessionAbout | undefined;
  /** Telemetry of a connection to an agent, if a collector is configured. */
  readonly openTelemetry?: ((agent: string) => Telemetry | undefined) | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

export class HubViews implements Views {
  readonly #options: ViewsOptions;
  readonly #watches: WatchTable;
  readonly #connections = new Set<ConnectionWatch>();
  readonly #traffic = new TrafficTails();
  /** Listeners for all sessions. */
  readonly #all = new Set<Changes>();
  #ticker: NodeJS.Timeout | undefined;
  #failures = 0;

  constructor(options: ViewsOptions) {
    const { about, clock, log } = options;
    this.#options = options;
    this.#watches = new WatchTable(
      (sessionId) => new SessionWatch({ sessionId, about: () => about(sessionId), atMs: clock.now(), log }),
    );
  }

  /** For a process of an agent that is about to start. */
  observe(agent: string): AgentObserver {
    const { clock, log } = this.#options;
    const connection: ConnectionWatch = new ConnectionWatch({
      clock,
      log,
      agent,
      telemetry: this.#options.openTelemetry?.(agent),
      watchOf: (sessionId) => this.#watches.open(sessionId),
      onClosed: () => void this.#connections.delete(connection),
      onFrame: this.#traffic.of(agent),
    });
    this.#connections.add(connection);
    return connection;
  }

  /** For a session whose agent has no connection to this process. */
  observeLog(log: SessionLog): SessionLog {
    const { sessionId } = log;
    return watchLog(log, {
      tell: (observations, atMs) => {
        // Late events of a deleted session.
        if (this.#options.about(sessionId) === undefined) return;
        this.#watches.open(sessionId).see(observations, atMs);
      },
      failed: (cause) => this.#failed(cause, sessionId),
    });
  }

  async snapshot(sessionId: string): Promise<SessionView> {
    const watch = await this.#find(sessionId);
    this.#refresh(watch);
    return watch.view();
  }

  async subscribe(sessionId: string, viewer: Viewer): Promise<() => void> {
    const watch = await this.#find(sessionId);
    if (watch.viewers.size >= VIEWERS_MAX) {
      const message = `Session ${sessionId} already has ${VIEWERS_MAX} viewers`;
      throw new ParleyError({ code: "limit_reached", message });
    }
    this.#refresh(watch);
    this.#watches.keep(watch);
    watch.viewers.add(viewer);
    watch.show(viewer, watch.view());
    this.#tickIfWanted();
    return () => this.#leave(watch, viewer);
  }

  async timeline(
    sessionId: string,
    { limit = TIMELINE_ROWS_DEFAULT }: { readonly limit?: number | undefined } = {},
  ): Promise<readonly TimelineRow[]> {
    const timeline = createTimeline();
    const rows: TimelineRow[] = [];
    // The whole trace is read, because an answer gets its name from its request.
    for await (const item of readTrace(withNewlines(await this.trace(sessionId)))) {
      const row = timeline.row(item);
      if (item.type !== "header") rows.push(row);
      if (rows.length > limit) rows.shift();
    }
    return rows;
  }

  async trace(sessionId: string): Promise<AsyncIterable<string>> {
    return (await this.traceAfter(sessionId, 0)).lines;
  }

  async traceAfter(sessionId: string, after: number): Promise<TracePart> {
    const { trace, agent } = await this.#find(sessionId);
    const { frames } = trace;
    // More than exist: the reader has frames of an earlier process.
    const from = after > frames ? 0 : after;
    return { from, frames, lines: inPieces(trace.lines(agent, from)) };
  }

  /** The latest messages with an agent, as a trace, without secrets. */
  traffic(agent: string, limit: number): readonly string[] {
    return this.#traffic.lines(agent, limit);
  }

  watchAll(): AllSessions {
    const { changes, sessions } = createAllSessions(this.#watches.all, (one) => {
      this.#all.delete(one);
      this.#tickIfWanted();
    });
    this.#all.add(changes);
    this.#tickIfWanted();
    return sessions;
  }

  /** The session was deleted. */
  forget(sessionId: string): void {
    for (const connection of this.#connections) connection.forget(sessionId);
    this.#watches.forget(sessionId);
    this.#tickIfWanted();
  }

  close(): void {
    this.#all.clear();
    this.#watches.close();
    this.#tickIfWanted();
  }

  #leave(watch: SessionWatch, viewer: Viewer): void {
    watch.viewers.delete(viewer);
    this.#watches.release(watch);
    this.#tickIfWanted();
  }

  async #find(sessionId: string): Promise<SessionWatch> {
    await this.#options.load(sessionId);
    return this.#watches.find(sessionId);
  }

  /** If the ticker runs, it updates the heat; otherwise it is updated on demand. */
  #refresh(watch: SessionWatch): void {
    if (watch.viewers.size === 0 && this.#all.size === 0) watch.tick(this.#options.clock.now());
  }

  #tickIfWanted(): void {
    const isWanted = this.#all.size > 0 || this.#watches.hasViewers;
    if (isWanted) this.#ticker ??= setInterval(() => this.#tick(), TICK_MS).unref();
    else {
      clearInterval(this.#ticker);
      this.#ticker = undefined;
    }
  }

  #tick(): void {
    const nowMs = this.#options.clock.now();
    for (const watch of this.#watches.all.values()) {
      if (this.#all.size === 0 && watch.viewers.size === 0) continue;
      try {
        this.#tickOf(watch, nowMs);
      } catch (cause) {
        this.#failed(cause, watch.sessionId);
      }
    }
  }

  #tickOf(watch: SessionWatch, nowMs: number): void {
    const delta = watch.tick(nowMs);
    if (delta === undefined) return;
    watch.tell(delta);
    for (const changes of this.#all) changes.add(delta);
  }

  /** Logged a few times only, because the same failure may come ten times a second. */
  #failed(cause: unknown, sessionId: string): void {
    this.#failures += 1;
    if (this.#failures > FAILURES_LOGGED_MAX) return;
    this.#options.log.write("error", "Could not watch a session", { sessionId, cause });
  }
}

async function* inPieces(lines: Iterable<string>): AsyncGenerator<string, void, undefined> {
  let count = 0;
  for (const line of lines) {
    yield line;
    count += 1;
    if (count % LINES_AT_ONCE === 0) await othersTurn();
  }
}

async function* withNewlines(lines: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  for await (const line of lines) yield `${line}\n`;
}
