// The server's metrics, for Prometheus.
import { isOver, type Hub } from "@parley/hub";
import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import { setTimeout as sleep } from "node:timers/promises";
import type { BodyBudget } from "../http/body-budget.ts";
import type { Streams } from "../http/streams.ts";
import type { FinishedRequest } from "./finished-request.ts";
import { createRequestFigures } from "./request-figures.ts";

/** Until the lag of the event loop has been measured once. */
const FIRST_LAG_MS = 30;

export interface Metrics {
  readonly contentType: string;
  count(request: FinishedRequest): void;
  render(): Promise<string>;
  close(): void;
}

export interface MetricsOptions {
  readonly hub: Hub;
  readonly streams: Pick<Streams, "count" | "deliveredCount" | "cutOffCount">;
  /** Open WebSockets. */
  readonly upgrades: { readonly count: number };
  readonly bodies: Pick<BodyBudget, "bytes">;
}

export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry();
  let isAsked = false;
  const requests = createRequestFigures();
  watchConnections(registry, options);
  const stops = [watchTurns(registry, options.hub), watchInteractions(registry, options.hub)];
  return {
    contentType: registry.contentType,
    count: (request) => requests.count(request),
    async render() {
      // Watching the event loop wakes the process a hundred times a second, so it starts when metrics are first read.
      if (!isAsked) {
        isAsked = true;
        collectDefaultMetrics({ register: registry });
        await sleep(FIRST_LAG_MS);
      }
      return `${await registry.metrics()}\n${requests.render()}`;
    },
    close() {
      for (const stop of stops) stop();
      registry.clear();
    },
  };
}

function watchConnections(registry: Registry, { hub, streams, upgrades, bodies }: MetricsOptions): void {
  const read = (name: string, help: string, value: () => number): void => {
    const collect = function collect(this: Gauge): void {
      this.set(value());
    };
    registry.registerMetric(new Gauge({ name, help, registers: [], collect }));
  };
  read("parley_event_streams_open", "Open event streams", () => streams.count);
  read("parley_websockets_open", "Open WebSockets", () => upgrades.count);
  read("parley_request_bodies_bytes", "Bytes of request bodies being received and parsed", () => bodies.bytes);
  read("parley_events_delivered_total", "Events sent to streams", () => streams.deliveredCount);
  read(
    "parley_event_streams_cut_off_total",
    "Streams closed because the reader was too slow",
    () => streams.cutOffCount,
  );
  read("parley_sessions_in_memory", "Sessions in memory", () => hub.sessions.inMemory);
}

function watchTurns(registry: Registry, hub: Hub): () => void {
  const changes = new Counter({
    name: "parley_turns_total",
    help: "Turns that reached a state, by agent",
    labelNames: ["state", "agent"],
    registers: [registry],
  });
  const open = new Gauge({
    name: "parley_turns_open",
    help: "Unfinished turns, by state and agent",
    labelNames: ["state", "agent"],
    registers: [registry],
  });
  const known = new Map<string, { readonly state: string; readonly agent: string }>();
  return hub.turns.onChange((turn) => {
    const { id, state, agent } = turn;
    const before = known.get(id);
    const isOurs = isOursOf(hub, turn);
    if (isOurs && before?.state === state && before.agent === agent) return;
    if (isOurs) changes.inc({ state, agent });
    if (before !== undefined) open.dec({ ...before });
    known.delete(id);
    if (!isOurs || isOver(turn)) return;
    known.set(id, { state, agent });
    open.inc({ state, agent });
  });
}

function watchInteractions(registry: Registry, hub: Hub): () => void {
  const pending = new Gauge({
    name: "parley_interactions_pending",
    help: "Unanswered questions",
    registers: [],
    // Earlier turns are only in the store.
    async collect() {
      this.set((await hub.interactions.list({ state: "pending" })).length);
    },
  });
  registry.registerMetric(pending);
  const changes = new Counter({
    name: "parley_interactions_total",
    help: "Questions that reached a state, by kind",
    labelNames: ["kind", "state"],
    registers: [registry],
  });
  return hub.interactions.onChange((interaction) => {
    const { kind, state } = interaction;
    if (isOursOf(hub, interaction)) changes.inc({ kind, state });
  });
}

/** If servers share a store, each counts only its own sessions, so that the sum is right. */
function isOursOf({ store }: Hub, { sessionId }: { readonly sessionId?: string | undefined }): boolean {
  return sessionId === undefined || (store.nodes?.isOurs(sessionId) ?? true);
}
