import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectPretendClient, type PretendClient } from "../../../test/pretend-client.ts";
import { createMemoryPair, createPeer } from "@parley/rpc";
import { createScriptedAgent } from "../scripted-agent.ts";

let client: PretendClient;
let sessionId: string;
beforeEach(async () => {
  client = await connectPretendClient();
  sessionId = await client.settledSession();
});
afterEach(() => client.close());

function messageIds(updates: readonly object[]): unknown[] {
  return updates.map((update) => ("messageId" in update ? update.messageId : undefined));
}

describe("say", () => {
  it("makes one message of consecutive says", async () => {
    const { updates } = await client.prompt(sessionId, "say a\nsay b\nthink c\nsay d");
    expect(updates).toMatchObject([
      { sessionUpdate: "agent_message_chunk", content: { text: "a" } },
      { sessionUpdate: "agent_message_chunk", content: { text: "\n\nb" } },
      { sessionUpdate: "agent_thought_chunk", content: { text: "c" } },
      { sessionUpdate: "agent_message_chunk", content: { text: "d" } },
    ]);
    const [a, b, c, d] = messageIds(updates);
    expect(a).toBe(b);
    expect(new Set([a, c, d]).size).toBe(3);
  });
});

describe("stream", () => {
  it("sends as many chunks of as many bytes as were asked for, in one message", async () => {
    const { updates } = await client.prompt(sessionId, "say a\nstream 1200 40");
    const chunks = updates.slice(1);
    expect(chunks).toHaveLength(1200);
    expect(new Set(messageIds(chunks)).size).toBe(1);
    for (const chunk of chunks)
      expect(chunk).toMatchObject({ content: { text: expect.stringMatching(/^.{40}$/) as string } });
  });

  it("waits for a client that reads slowly", async () => {
    const [agentEnd, clientEnd] = createMemoryPair({ outboundBytesHigh: 10_000 });
    let unread = 0;
    let unreadMax = 0;
    const agent = createScriptedAgent({
      ...bind(agentEnd),
      send: (message) => {
        unread += 1;
        unreadMax = Math.max(unreadMax, unread);
        return agentEnd.send(message);
      },
    });
    const peer = createPeer(clientEnd, {
      notifications: {
        "session/update": () => {
          unread -= 1;
        },
      },
    });
    await peer.request("initialize", { protocolVersion: 1 });
    const session = (await peer.request("session/new", { cwd: "/", mcpServers: [] })) as object;
    unread = 0;
    await peer.request("session/prompt", { ...session, prompt: [{ type: "text", text: "stream 2000 1000" }] });
    expect(unreadMax).toBeLessThan(20);
    await agent.close();
  });
});

/** A transport's methods as plain properties, so that one can be put in front of another. */
function bind(transport: ReturnType<typeof createMemoryPair>[0]) {
  return {
    open: transport.open.bind(transport),
    drained: transport.drained.bind(transport),
    pause: transport.pause.bind(transport),
    resume: transport.resume.bind(transport),
    close: transport.close.bind(transport),
  };
}

describe("everything else that is said", () => {
  it("answers prose, helps, and names problems by their line", async () => {
    const { updates } = await client.prompt(sessionId, "What now?");
    expect(updates).toMatchObject([{ content: { text: expect.stringContaining("“What now?”") as string } }]);
    const script = await client.prompt(sessionId, "help\nnonsense");
    expect(script.updates).toMatchObject([
      { content: { text: expect.stringContaining("`write PATH TEXT`") as string } },
      { content: { text: "\n\nI cannot play line 2: expected a command, see `help`." } },
    ]);
  });
});
