import { RESOURCE_NOT_FOUND, type ContentBlock, type Known } from "@parley/acp";
import { createMemoryPair, createPeer, ErrorCodes } from "@parley/rpc";
import { afterEach, describe, expect, it } from "vitest";
import { connectPretendClient, type PretendClient, type PretendClientOptions } from "../../../test/pretend-client.ts";
import { createScriptedAgent } from "../scripted-agent.ts";

let client: PretendClient;
let sessionId: string;

async function connect(options: PretendClientOptions = {}): Promise<void> {
  client = await connectPretendClient(options);
  sessionId = await client.settledSession();
}

afterEach(() => client.close());

function send(prompt: Known<ContentBlock>[]): Promise<{ stopReason: string }> {
  return client.agent.request("session/prompt", { sessionId, prompt });
}

describe("a turn", () => {
  it.each(["end_turn", "max_tokens", "max_turn_requests", "refusal"])("stops with %s", async (reason) => {
    await connect();
    const { stopReason, updates } = await client.prompt(sessionId, `say a\nstop ${reason}\nsay never`);
    expect(stopReason).toBe(reason);
    expect(updates).toHaveLength(1);
  });

  it("fails with an error that carries the message, and the session goes on", async () => {
    await connect();
    await expect(client.prompt(sessionId, "say a\nfail The model is down.")).rejects.toMatchObject({
      code: ErrorCodes.internalError,
      message: "The model is down.",
    });
    await expect(client.prompt(sessionId, "say b")).resolves.toMatchObject({ stopReason: "end_turn" });
  });

  it("sends every update before its response", async () => {
    await connect();
    await client.prompt(sessionId, "stream 700 10\ntool other x");
    const methods = client.watch.sent.map((message) => ("method" in message ? message.method : "response"));
    expect(methods.slice(-704)).toEqual([...Array.from({ length: 703 }, () => "session/update"), "response"]);
  });

  it("is refused while another one runs in the session, and only in that session", async () => {
    await connect();
    const other = await client.newSession();
    const first = client.prompt(sessionId, "wait 60000");
    await expect(client.prompt(sessionId, "say b")).rejects.toMatchObject({
      code: ErrorCodes.invalidRequest,
      message: expect.stringContaining("A turn is running") as string,
    });
    await expect(client.prompt(other, "say b")).resolves.toMatchObject({ stopReason: "end_turn" });
    client.agent.notify("session/cancel", { sessionId });
    await expect(first).resolves.toMatchObject({ stopReason: "cancelled" });
  });

  it("is refused in a session that does not exist; cancelling there does nothing", async () => {
    await connect();
    client.agent.notify("session/cancel", { sessionId: "nowhere" });
    await expect(client.prompt("nowhere", "say b")).rejects.toMatchObject({ code: RESOURCE_NOT_FOUND });
  });
});

describe("content of a prompt", () => {
  const image = { type: "image", data: "AAAA", mimeType: "image/png" } as const;
  const audio = { type: "audio", data: "AAAA", mimeType: "audio/wav" } as const;
  const resource = { type: "resource", resource: { uri: "file:///a", text: "say not this" } } as const;
  const link = { type: "resource_link", uri: "file:///b.md", name: "b.md" } as const;

  it("that was announced is taken; only text is played", async () => {
    await connect();
    await send([resource, { type: "text", text: "say a" }, image, { type: "text", text: "say b" }]);
    expect(client.updates.slice(1)).toMatchObject([{ content: { text: "a" } }, { content: { text: "\n\nb" } }]);
  });

  it("is named in the answer to prose", async () => {
    await connect();
    await send([{ type: "text", text: "Look!" }, image, audio, resource, link]);
    expect(client.updates.at(-1)).toMatchObject({
      content: { text: "\n\nAttached: image, audio, file:///a, b.md" },
    });
  });

  it("is replayed as it was sent", async () => {
    await connect();
    await send([{ type: "text", text: "Look!" }, image, link]);
    await client.agent.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
    const replayed = client.updates.flatMap((update) =>
      update.sessionUpdate === "user_message_chunk" ? [update.content] : [],
    );
    expect(replayed).toEqual([{ type: "text", text: "Look!" }, image, link]);
  });

  it.each([
    [image, "type image"],
    [audio, "type audio"],
    [resource, "type resource"],
    [{ type: "hologram" }, "unknown type"],
  ])("%j is refused if it was not announced", async (block, why) => {
    await connect();
    // A bare peer: our own client would refuse to send this.
    const [agentEnd, clientEnd] = createMemoryPair();
    const promptCapabilities = { image: false, audio: false, embeddedContext: false };
    const agent = createScriptedAgent(agentEnd, { promptCapabilities });
    const peer = createPeer(clientEnd);
    await peer.request("initialize", { protocolVersion: 1 });
    const session = (await peer.request("session/new", { cwd: "/", mcpServers: [] })) as { sessionId: string };
    const prompt = peer.request("session/prompt", { ...session, prompt: [link, block] });
    await expect(prompt).rejects.toMatchObject({
      code: ErrorCodes.invalidParams,
      message: expect.stringContaining(why) as string,
      data: { path: "/prompt/1" },
    });
    await agent.close();
  });
});
