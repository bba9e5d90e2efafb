// Reads what the agent of a session offers: its tools, and the prompts of its MCP servers.
import type { McpServer } from "@parley/acp";
import { ParleyError, isObject } from "@parley/base";
import { RpcError } from "@parley/rpc";
import { nameOfServer } from "../agents/extensions.ts";
import type { AgentLink } from "../api/agent-link.ts";
import type { OpenMcpOffer, PromptValues, RenderedPrompt, SessionOffer } from "../api/session-offer.ts";
import { OFFER_MS } from "../limits.ts";

export interface OfferSource {
  /** Of our own agent. */
  readonly link: Pick<AgentLink, "callExtension"> | undefined;
  readonly servers: readonly McpServer[];
  /** Servers that were left out, and why. */
  readonly problems: readonly string[];
  readonly cwd: string;
  readonly openMcp: OpenMcpOffer | undefined;
}

const NOTHING: SessionOffer = { tools: [], prompts: [], problems: [] };

export async function readOffer({
  link,
  servers: all,
  problems: found,
  cwd,
  openMcp,
}: OfferSource): Promise<SessionOffer> {
  if (link?.callExtension !== undefined) {
    const answer = await link.callExtension("_parley/session/tools");
    return isObject(answer) ? { ...NOTHING, ...(answer as Partial<SessionOffer>) } : NOTHING;
  }
  const servers = withoutAlternatives(all);
  if (openMcp === undefined || servers.length === 0) return { ...NOTHING, problems: found };
  await using mcp = await openMcp(servers, cwd, AbortSignal.timeout(OFFER_MS));
  const { tools, prompts, problems } = mcp;
  return { tools, prompts, problems: [...found, ...problems] };
}

/** The same server may be there twice, for agents that only start programs. */
function withoutAlternatives(servers: readonly McpServer[]): readonly McpServer[] {
  const names = servers.map(nameOfServer);
  return servers.filter((_, index) => names[index] === undefined || names.indexOf(names[index]) === index);
}

export async function renderPrompt(source: OfferSource, name: string, values: PromptValues): Promise<RenderedPrompt> {
  const { link, cwd, openMcp } = source;
  if (link?.callExtension !== undefined) {
    const answer = await askAgent(link.callExtension("_parley/session/prompt/get", { name, arguments: values }));
    const { description, messages } = isObject(answer) ? answer : {};
    const said = typeof description === "string" ? { description } : {};
    return { ...said, messages: Array.isArray(messages) ? messages : [] };
  }
  const servers = withoutAlternatives(source.servers);
  if (openMcp === undefined || servers.length === 0) {
    throw new ParleyError({
      code: "bad_input",
      message: `name: prompt "${name}" not found: the session has no MCP server`,
    });
  }
  const signal = AbortSignal.timeout(OFFER_MS);
  await using mcp = await openMcp(servers, cwd, signal);
  return await mcp.render(name, values, signal);
}

/** A wrong name or argument is the caller's mistake; any other error is the server's. */
async function askAgent(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const code = error.code === INVALID_PARAMS ? "bad_input" : "connection_failed";
    throw new ParleyError({ code, message: error.message.replace(/^Invalid params: /, ""), cause: error });
  }
}

const INVALID_PARAMS = -32602;
