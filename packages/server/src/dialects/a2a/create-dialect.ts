// The A2A dialect: cards, the JSON-RPC and the HTTP+JSON binding, for the whole server and for each agent.
import { AgentCard } from "@a2a-js/sdk";
import { LegacyRestTransportHandler } from "@a2a-js/sdk/compat/v0_3/server";
import {
  A2A_ERROR_CODE,
  A2AError,
  RequestMalformedError,
  restStatusFor,
  toJsonRpcError,
  toRestErrorBody,
} from "@a2a-js/sdk/errors";
import { VERSION } from "@parley/base";
import type { Context } from "hono";
import type { CreateDialect, Dialect, DialectOptions, ServerApp, ServerEnv } from "../../http/dialect.ts";
import type { BodyRefusal } from "../../http/refusal.ts";
import { createContext } from "./call.ts";
import { CARD_PATH, createAgentCard, LEGACY_VERSION, type CardOptions } from "./card.ts";
import { asA2aErrors } from "./errors.ts";
import { mountJsonRpc } from "./json-rpc.ts";
import { PushConfigs } from "./push/configs.ts";
import { PushSender } from "./push/sender.ts";
import { readRequest, readVersion } from "./read-call.ts";
import { HubRequestHandler } from "./request-handler.ts";
import { mountRest } from "./rest.ts";

export interface A2aOptions {
  /** Private names and addresses to which notifications may be sent: `127.0.0.1`. */
  readonly pushHosts?: readonly string[] | undefined;
  readonly pushRetryDelaysMs?: readonly number[] | undefined;
}

const AGENT_PATH = "/a2a/agents/:name";

export function createA2aDialect({ pushHosts = [], pushRetryDelaysMs }: A2aOptions = {}): CreateDialect {
  return (options) => {
    const { hub, log } = options;
    const hosts = new Set(pushHosts);
    const sender = new PushSender({ hub, log, hosts, retryDelaysMs: pushRetryDelaysMs });
    const push = new PushConfigs({ hub, hosts, onChange: (...change) => sender.change(...change) });
    const resumed = sender
      .resume((taskId) => push.stored(taskId))
      .catch((error: unknown) => log.write("warn", "push notifications were not resumed", { error: String(error) }));
    const card = (): Omit<CardOptions, "hub"> => ({ baseUrl: options.baseUrl(), version: VERSION });
    const handler = new HubRequestHandler({ hub, log, push, card });
    return createDialect(options, handler, card, async () => {
      await resumed;
      await sender.close();
    });
  };
}

function createDialect(
  options: DialectOptions,
  handler: HubRequestHandler,
  card: () => Omit<CardOptions, "hub">,
  close: () => Promise<void>,
): Dialect {
  const { hub, log } = options;
  const binding = { ...options, handler };
  const agentCard = (c: Context<ServerEnv>): Promise<AgentCard> => {
    const name = c.req.param("name") ?? "";
    return asA2aErrors(log, () => createAgentCard({ hub, ...card() }, name));
  };
  return {
    name: "a2a",
    formatRefusal,
    mount: (app: ServerApp): void => {
      app.get(CARD_PATH, (c) => answerCard(c, options, () => handler.getAgentCard()));
      app.get(`${AGENT_PATH}${CARD_PATH}`, (c) => answerCard(c, options, () => agentCard(c)));
      mountJsonRpc(app, "/a2a", binding);
      mountJsonRpc(app, AGENT_PATH, binding);
      mountRest(app, `${AGENT_PATH}/v1`, { ...binding, hasTenants: false });
      mountRest(app, "/a2a/v1", { ...binding, hasTenants: true });
      mountRest(app, "", { ...binding, hasTenants: false });
    },
    close,
  };
}

/** The HTTP binding's names for statuses that the SDK does not know. */
const REST_STATUS_NAMES: Readonly<Record<number, string>> = { 429: "RESOURCE_EXHAUSTED", 503: "UNAVAILABLE" };

/** Every path that takes a body: the JSON-RPC binding has an address for the server and one for each agent. */
function formatRefusal(path: string, { status, code, message }: BodyRefusal): string | undefined {
  const isTooLarge = status === 413;
  const options = { message, metadata: { code } };
  const error = isTooLarge ? new RequestMalformedError(options) : new A2AError(options);
  if (/^\/a2a(\/agents\/[^/]+)?$/.test(path)) {
    const rpcCode = isTooLarge ? A2A_ERROR_CODE.INVALID_REQUEST : A2A_ERROR_CODE.INTERNAL_ERROR;
    return JSON.stringify({ jsonrpc: "2.0", id: null, error: { ...toJsonRpcError(error), code: rpcCode } });
  }
  if (!/\/(message:(send|stream)|tasks\/.+)$/.test(path)) return undefined;
  const { error: body } = toRestErrorBody(error, status);
  return JSON.stringify({ error: { ...body, status: REST_STATUS_NAMES[status] ?? body.status } });
}

/** Older clients get the card in their format, which also has the fields that newer ones need. */
async function answerCard(
  c: Context<ServerEnv>,
  { draining }: DialectOptions,
  create: () => Promise<AgentCard>,
): Promise<Response> {
  const version = readVersion(c);
  c.header("Vary", "A2A-Version");
  c.header("Cache-Control", "no-cache");
  try {
    const card = await create();
    const written = AgentCard.toJSON(card) as { supportedInterfaces?: unknown };
    if (version !== LEGACY_VERSION) return c.json(written);
    const { call } = readRequest(c, { version, draining });
    const translator = new LegacyRestTransportHandler(toCardSource(card));
    const legacy = await translator.getAuthenticatedExtendedAgentCard(createContext(call));
    return c.json({ ...legacy, supportedInterfaces: written.supportedInterfaces });
  } catch (error) {
    const status = restStatusFor(error);
    return c.body(JSON.stringify(toRestErrorBody(error, status)), status as 400, {
      "Content-Type": "application/json",
    });
  }
}

/** The SDK translates cards only on behalf of a handler. */
function toCardSource(card: AgentCard): ConstructorParameters<typeof LegacyRestTransportHandler>[0] {
  const source: Pick<HubRequestHandler, "getAgentCard" | "getAuthenticatedExtendedAgentCard"> = {
    getAgentCard: () => Promise.resolve(card),
    getAuthenticatedExtendedAgentCard: () => Promise.resolve(card),
  };
  return source as HubRequestHandler;
}
