// Opens a conversation with a remote A2A agent.
import type { AgentCard } from "@a2a-js/sdk";
import { ClientFactory, JsonRpcTransportFactory, RestTransportFactory, type Client } from "@a2a-js/sdk/client";
import { ParleyError, type Clock } from "@parley/base";
import type { SessionLog } from "@parley/home/session-log";
import type { AgentLink } from "../../links/agent-link.ts";
import { ANSWER_BYTES_MAX } from "./limits.ts";
import { fetchCard } from "./remote-card.ts";
import { createRemoteFetch, type RemoteFetchOptions } from "./remote-fetch.ts";
import { RemoteLink } from "./remote-link.ts";

/** The card of the agent is at its `url` or below. */
export interface OpenRemoteLinkOptions extends RemoteFetchOptions {
  /** Of the session. What happens is written there. */
  readonly log: SessionLog;
  readonly sessionId: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** The `agentSessionId` of an earlier link: the conversation goes on there. */
  readonly agentSessionId?: string | undefined;
}

/** Rejects with `connection_failed` if there is no agent, or with the signal's reason. */
export async function openRemoteLink(options: OpenRemoteLinkOptions): Promise<AgentLink> {
  const { url, log, clock, agentSessionId = "" } = options;
  const card = await fetchCard(url, options);
  const client = await createClient(card, options);
  return new RemoteLink({
    client,
    agentName: card.name,
    canStream: card.capabilities?.streaming === true,
    log,
    clock,
    contextId: agentSessionId,
  });
}

async function createClient(card: AgentCard, remote: RemoteFetchOptions): Promise<Client> {
  const options = { legacyCompat: { enabled: true }, fetchImpl: createRemoteFetch(remote, ANSWER_BYTES_MAX) };
  const transports = [new JsonRpcTransportFactory(options), new RestTransportFactory(options)];
  try {
    return await new ClientFactory({ transports }).createFromAgentCard(card);
  } catch (cause) {
    const message = `The agent at ${remote.url} cannot be talked to: it speaks none of our bindings of A2A`;
    throw new ParleyError({ code: "connection_failed", message, cause });
  }
}
