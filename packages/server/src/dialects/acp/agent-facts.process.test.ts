// What a connection announces is what the agents behind it take, and an agent's version is its own.
import { VERSION } from "@parley/base";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAcpPeer, TRANSPORTS, type AcpPeer } from "./testing/acp-peer.ts";

type Fields = Readonly<Record<string, unknown>>;

describe.each(TRANSPORTS)("an ACP connection over %s", (_, connect) => {
  let server: TestServer;
  const peers: AcpPeer[] = [];
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(async () => {
    await Promise.all(peers.map(({ transport }) => transport.close()));
    await server[Symbol.asyncDispose]();
  });

  async function initialize(agent?: string): Promise<Fields> {
    const meta = agent === undefined ? {} : { _meta: { parley: { agent } } };
    const headers = { "Content-Type": "application/json" };
    const params = { protocolVersion: 1, clientCapabilities: {}, ...meta };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
    const answer = await server.fetch("/acp", { method: "POST", headers, body });
    return ((await answer.json()) as { readonly result: Fields }).result;
  }

  async function open(agent: string): Promise<Fields> {
    const peer = await createAcpPeer(await connect(server));
    peers.push(peer);
    const made = await peer.ask("session/new", { cwd: server.folder, mcpServers: [], _meta: { parley: { agent } } });
    return (made["_meta"] as { readonly parley: Fields }).parley;
  }

  it("announces audio only if an agent supports it", async () => {
    expect(await initialize()).toMatchObject({
      agentCapabilities: { promptCapabilities: { image: true, audio: false } },
    });
    // Our own agent takes none, the scripted one does.
    expect(await open("backend")).toMatchObject({ promptCapabilities: { image: true, audio: false } });
    expect(await initialize()).toMatchObject({ agentCapabilities: { promptCapabilities: { audio: false } } });
    expect(await open("script")).toMatchObject({ promptCapabilities: { audio: true } });
    expect(await initialize()).toMatchObject({ agentCapabilities: { promptCapabilities: { audio: true } } });
    expect(await initialize("qa")).toMatchObject({ agentCapabilities: { promptCapabilities: { audio: false } } });
    expect(await initialize("script")).toMatchObject({ agentCapabilities: { promptCapabilities: { audio: true } } });
  });

  it("shows what an agent declared when it was started", async () => {
    await open("script");
    const agent = (await (await server.fetch("/agent/entries/script")).json()) as { readonly program: Fields };
    expect(agent.program).toMatchObject({ name: "parley-script", version: VERSION });
    expect(agent.program["capabilities"]).toEqual(expect.arrayContaining(["loadSession", "prompt.audio"]));
  });

  it("names the agent of a session, not the server", async () => {
    expect(await open("script")).toMatchObject({ agentInfo: { name: "parley-script", title: "Scripted agent" } });
    expect(await initialize()).toMatchObject({ agentInfo: { name: "parley" } });
    expect(await initialize("script")).toMatchObject({ agentInfo: { name: "script", version: VERSION } });
    const { _meta: meta } = (await initialize()) as {
      readonly _meta: { readonly parley: { readonly agents: Fields[] } };
    };
    expect(meta.parley.agents).toContainEqual(expect.objectContaining({ name: "script", version: VERSION }));
  });
});
