// The server's figures, for Prometheus.
import { isOver, type Hub } from "@parley/hub";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Streams } from "../http/streams.ts";
import type { Upgrades } from "../http/upgrades.ts";
import type { FinishedRequest } from "./finished-request.ts";

export interface Metrics {
  readonly contentType: string;
  count(request: FinishedRequest): void;
  render(): Promise<string>;
  close(): void;
}

export interface MetricsOptions {
  readonly hub: Hub;
  readonly streams: Pick<Streams, "count" | "deliveredCount" | "cutOffCount">;
  readonly upgrades: Pick<Upgrades, "count">;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const count = countRequests(registry);
  watchConnections(registry, options);
  const stops = [watchTurns(registry, options.hub), watchInteractions(registry, options.hub)];
  return {
    contentType: registry.contentType,
    count,
    render: () => registry.metrics(),
    close() {
      for (const stop of stops) stop();
      registry.clear();
    },
  };
}

function countRequests(registry: Registry): (request: FinishedRequest) => void {
  const requests = new Counter({
    name: "parley_http_requests_total",
    help: "Requests that were answered, by route and status",
    labelNames: ["method", "route", "status"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "parley_http_request_seconds",
    help: "From the head of a request to the last byte of its answer; streams of events are left out",
    labelNames: ["method", "route"],
    buckets: SECONDS,
    registers: [registry],
  });
  /** Looking a row up by its labels costs more than counting. */
  const rows = new Map<string, { readonly inc: () => void; readonly observe: (value: number) => void }>();
  return ({ method, route, status, ms, isStream }) => {
    const name = `${method} ${route} ${status}`;
    let row = rows.get(name);
    if (row === undefined) {
      const [counter, histogram] = [requests.labels(method, route, String(status)), seconds.labels(method, route)];
      row = { inc: () => counter.inc(), observe: (value) => histogram.observe(value) };
      rows.set(name, row);
    }
    row.inc();
    if (!isStream) row.observe(ms / 1000);
  };
}

function watchConnections(registry: Registry, { streams, upgrades }: MetricsOptions): void {
  const read = (name: string, help: string, value: () => number): void => {
    const collect = function collect(this: Gauge): void {
      this.set(value());
    };
    registry.registerMetric(new Gauge({ name, help, registers: [], collect }));
  };
  read("parley_event_streams_open", "Streams of events that are open", () => streams.count);
  read("parley_websockets_open", "WebSockets that are open", () => upgrades.count);
  read("parley_events_delivered_total", "Events handed to streams", () => streams.deliveredCount);
  read("parley_event_streams_cut_off_total", "Streams whose reader was too slow", () => streams.cutOffCount);
}

function watchTurns(registry: Registry, hub: Hub): () => void {
  const changes = new Counter({
    name: "parley_turns_total",
    help: "Turns that came into a state, by agent",
    labelNames: ["state", "agent"],
    registers: [registry],
  });
  const open = new Gauge({
    name: "parley_turns_open",
    help: "Turns that are not over, by state and agent",
    labelNames: ["state", "agent"],
    registers: [registry],
  });
  const known = new Map<string, { readonly state: string; readonly agent: string }>();
  return hub.turns.onChange((turn) => {
    const { id, state, agent } = turn;
    const before = known.get(id);
    if (before?.state === state && before.agent === agent) return;
    changes.inc({ state, agent });
    if (before !== undefined) open.dec({ ...before });
    if (isOver(turn)) {
      known.delete(id);
      return;
    }
    known.set(id, { state, agent });
    open.inc({ state, agent });
  });
}

function watchInteractions(registry: Registry, hub: Hub): () => void {
  const pending = new Gauge({
    name: "parley_interactions_pending",
    help: "Questions to people that nobody has answered yet",
    registers: [],
    // Those of before the start are in the store alone.
    async collect() {
      this.set((await hub.interactions.list({ state: "pending" })).length);
    },
  });
  registry.registerMetric(pending);
  const changes = new Counter({
    name: "parley_interactions_total",
    help: "Questions to people that came into a state, by kind",
    labelNames: ["kind", "state"],
    registers: [registry],
  });
  return hub.interactions.onChange(({ kind, state }) => changes.inc({ kind, state }));
}
