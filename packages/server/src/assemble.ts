// Creates the parts of the server: authentication, routes, streams, metrics. It does not listen yet.
import { silentLog, systemClock } from "@parley/base";
import { proveServer } from "@parley/home";
import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createEntrance } from "./requests/create-entrance.ts";
import { createBodyBudget } from "./http/body-budget.ts";
import { limitConnections, type Connections } from "./http/connections.ts";
import { createApp } from "./requests/create-app.ts";
import { pathOf } from "./http/admission.ts";
import type { Dialect } from "./http/dialect.ts";
import { createDialects } from "./dialects/create-dialects.ts";
import { ANYBODY } from "./requests/gate.ts";
import { ignoreUpgrade, isWebSocketUpgrade } from "./http/ignored-upgrade.ts";
import { createHttpServer } from "./http/listen.ts";
import { createListener } from "./requests/listener.ts";
import { createStreams, type Streams } from "./http/streams.ts";
import { createOpenCallers } from "./requests/open-callers.ts";
import { createUpgrades, type Upgrades } from "./requests/upgrades.ts";
import { defaultLimits, type ServerLimits } from "./limits.ts";
import { toFinishedRequest } from "./ops/finished-request.ts";
import { createActivity, type Activity } from "./ops/activity.ts";
import type { ServerFacts } from "./http/server-facts.ts";
import { createMetrics, type Metrics } from "./ops/metrics.ts";
import { mountOps } from "./ops/mount-ops.ts";
import { logRequest } from "./ops/request-log.ts";
import { createPage } from "./page/create-page.ts";
import type { ServerOptions } from "./start-server.ts";

const SECRET_BYTES = 32;

export interface ServerParts {
  readonly server: Server;
  readonly dialects: readonly Dialect[];
  readonly streams: Streams;
  readonly upgrades: Upgrades;
  readonly metrics: Metrics;
  readonly activity: Activity;
  readonly limits: ServerLimits;
  readonly draining: AbortController;
  /** The address for clients, once it is known. */
  readonly place: { url: string; port: number };
}

export function assemble(options: ServerOptions & { readonly host: string }): ServerParts {
  const {
    hub,
    log = silentLog,
    clock = systemClock,
    secret = randomBytes(SECRET_BYTES).toString("base64url"),
  } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const place = { url: "", port: 0 };
  const draining = new AbortController();
  const { signal } = draining;
  // Any number of streams may listen to it.
  setMaxListeners(0, signal);
  const baseUrl = (): string => place.url;

  const { gate, keys, judgeOrigin, signIn } = createEntrance({
    ...options,
    findAgent: (token) => hub.editors.tools.sessionOf(token),
    secret,
    port: () => place.port,
    limits,
    clock,
    draining: signal,
    showSignIn: (...request) => page.showSignIn(...request),
  });
  const callers = createOpenCallers(keys);
  const streams = createStreams(limits, signal);
  const { notice, settings, process: own } = options;
  const names = (): readonly string[] => dialects.map(({ name }) => name);
  const facts: ServerFacts = { process: own, clients: () => activity.clients, dialects: names, notice, settings };
  const dialects = (options.dialects ?? createDialects(options)).map((create) =>
    create({ hub, clock, log, baseUrl, server: facts, openEventStream: streams.open, draining: signal }),
  );
  const upgrades = createUpgrades({ gate, callers, dialects, limits, log });
  const activity = createActivity(streams, upgrades);
  const bodies = createBodyBudget(limits);
  const metrics = createMetrics({ hub, streams, upgrades, bodies });
  const page = createPage({ baseUrl, folder: options.pageFolder });
  const ops: Pick<Dialect, "name" | "mount"> = {
    name: "ops",
    mount: (app) =>
      mountOps(app, {
        hub,
        metrics,
        draining: signal,
        prove: (challenge) => proveServer(secret, challenge, place.port),
      }),
  };

  const onRequest = createListener({
    app: createApp(log, [ops, { name: "page", mount: (app) => page.mount(app) }, ...dialects]),
    gate,
    callers,
    judgeOrigin,
    signIn,
    showSignIn: (incoming, outgoing) => page.showSignIn(incoming, outgoing),
    formatRefusal: (path, refusal) => firstDefined(dialects, (dialect) => dialect.formatRefusal?.(path, refusal)),
    bodies,
    limits,
    log,
    draining: signal,
    onFinished(admission, outgoing) {
      const isKnown = admission.caller !== undefined && admission.caller !== ANYBODY;
      connections.requestEnded(outgoing.req.socket, isKnown);
      if (isKnown) activity.answered(pathOf(outgoing.req));
      const finished = toFinishedRequest(admission, outgoing);
      metrics.count(finished);
      logRequest(log, finished, outgoing.req);
    },
  });
  const { server, connections } = createPort({ limits, onRequest, upgrades });
  return { server, dialects, streams, upgrades, metrics, activity, limits, draining, place };
}

interface PortOptions {
  readonly limits: ServerLimits;
  readonly onRequest: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  readonly upgrades: Upgrades;
}

/** Requests and WebSockets of one port, with its connections counted. */
function createPort({ limits, onRequest, upgrades }: PortOptions): { server: Server; connections: Connections } {
  const server = createHttpServer({
    limits,
    onRequest(incoming, outgoing) {
      connections.requestBegan(incoming.socket);
      onRequest(incoming, outgoing);
    },
  });
  const connections = limitConnections(server, limits);
  server.on("upgrade", (request, socket, head) => {
    if (!isWebSocketUpgrade(request)) {
      ignoreUpgrade(server, request, socket, head);
      return;
    }
    connections.requestBegan(socket);
    upgrades.handle(request, socket, head);
  });
  return { server, connections };
}

function firstDefined<Item, Result>(
  items: readonly Item[],
  find: (item: Item) => Result | undefined,
): Result | undefined {
  for (const item of items) {
    const result = find(item);
    if (result !== undefined) return result;
  }
  return undefined;
}
