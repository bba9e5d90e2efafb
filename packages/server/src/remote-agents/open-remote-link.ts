// Opens a conversation with a remote A2A agent.
import type { AgentCard } from "@a2a-js/sdk";
import { ClientFactory, JsonRpcTransportFactory, RestTransportFactory, type Client } from "@a2a-js/sdk/client";
import { ParleyError } from "@parley/base";
import type { AgentLink, OpenRemoteOptions } from "@parley/hub";
import { REMOTE_ANSWER_BYTES_MAX } from "../limits.ts";
import { fetchCard } from "./remote-card.ts";
import { createRemoteFetch, type RemoteFetchOptions } from "./remote-fetch.ts";
import { RemoteLink } from "./remote-link.ts";

export interface OpenRemoteLinkOptions extends OpenRemoteOptions, RemoteFetchOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Rejects with `connection_failed` if no agent is found, or with the signal's reason. */
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
  const options = { legacyCompat: { enabled: true }, fetchImpl: createRemoteFetch(remote, REMOTE_ANSWER_BYTES_MAX) };
  const transports = [new JsonRpcTransportFactory(options), new RestTransportFactory(options)];
  try {
    return await new ClientFactory({ transports }).createFromAgentCard(card);
  } catch (cause) {
    const message = `The agent at ${remote.url} supports none of the A2A bindings that Parley supports`;
    throw new ParleyError({ code: "connection_failed", message, cause });
  }
}
