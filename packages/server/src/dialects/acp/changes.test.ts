// Everything that changes, followed by ACP clients over every transport.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import type { Transport } from "@parley/rpc";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { connectInProcess } from "./in-process.ts";
import { createAcpPeer, TRANSPORTS, type AcpPeer, type Heard } from "./testing/acp-peer.ts";

type Change = Readonly<Record<string, unknown>> & { readonly id: string };

const WAYS: readonly [string, (server: TestServer) => Promise<Transport>][] = [
  ...TRANSPORTS,
  ["memory", ({ hub }) => Promise.resolve(connectInProcess(hub))],
];

const changesIn = ({ method, params }: Heard): readonly Change[] =>
  method === "_parley/events" ? (params as { readonly events: readonly Change[] }).events : [];
const changesOf = ({ heard }: AcpPeer): readonly Change[] => heard.flatMap(changesIn);

describe.each(WAYS)("a client that follows all changes over %s", (_, connect) => {
  let server: TestServer;
  const peers: AcpPeer[] = [];

  beforeAll(async () => {
    server = await openTestServer();
  });

  afterEach(async () => {
    await Promise.all(peers.splice(0).map(({ transport }) => transport.close()));
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  async function join(): Promise<AcpPeer> {
    const peer = await createAcpPeer(await connect(server));
    peers.push(peer);
    return peer;
  }

  const deleted = (peer: AcpPeer, id: string): Promise<unknown> =>
    peer.find((message) =>
      changesIn(message).some(({ change, session_id: one }) => change === "deleted" && one === id),
    );

  it("gets what GET /events has, resumes on another connection, and stops when it wants to", async () => {
    const peer = await join();
    expect(await peer.ask("_parley/events/follow")).toEqual({});
    await peer.called("_parley/events");
    expect(changesOf(peer)).toMatchObject([{ type: "reset", reason: "new" }]);
    const first = await server.hub.sessions.create({ agent: "script", cwd: server.folder });
    await server.hub.sessions.delete(first.id);
    await deleted(peer, first.id);
    const place = changesOf(peer).at(-1)?.id;
    await peer.ask("_parley/events/unfollow");
    const second = await server.hub.sessions.create({ agent: "script", cwd: server.folder });
    await server.hub.sessions.delete(second.id);
    const again = await join();
    await again.ask("_parley/events/follow", { after: place });
    await deleted(again, second.id);
    const of = (one: AcpPeer, id: string): unknown[] =>
      changesOf(one).flatMap(({ session_id: session, change }) => (session === id ? [change] : []));
    expect(of(peer, first.id)).toEqual(["created", "deleted"]);
    expect(of(again, second.id)).toEqual(["created", "deleted"]);
    expect(of(again, first.id)).toEqual([]);
    expect(of(peer, second.id)).toEqual([]);
    expect(changesOf(again).some(({ type }) => type === "reset")).toBe(false);
  });

  it("gets an error for an invalid position, and keeps its subscription", async () => {
    const peer = await join();
    await peer.ask("_parley/events/follow");
    for (const after of ["x", "", 7]) {
      await expect(peer.ask("_parley/events/follow", { after })).rejects.toMatchObject({
        code: -32602,
        data: { code: "bad_input" },
      });
    }
    const { id } = await server.hub.sessions.create({ agent: "script", cwd: server.folder });
    await server.hub.sessions.delete(id);
    await deleted(peer, id);
  });
});
