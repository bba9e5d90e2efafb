// An ACP agent in 30 lines: it counts the words of a prompt, and shows a plan while it does.
// Talk to it:  npx parley chat --no-server -- node examples/agent.mjs
import { connectToClient, PROTOCOL_VERSION } from "@parley/acp";
import { createNdjsonTransport } from "@parley/rpc";
import { randomUUID } from "node:crypto";

const textOf = (prompt) => prompt.map((block) => (block.type === "text" ? block.text : "")).join(" ");

connectToClient(createNdjsonTransport(process.stdin, process.stdout), (client) => ({
  initialize: () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: "word-counter", version: "1.0.0" },
  }),

  "session/new": () => ({ sessionId: randomUUID() }),

  "session/prompt": ({ sessionId, prompt }) => {
    const send = (update) => client.notify("session/update", { sessionId, update });
    const words = textOf(prompt).split(/\s+/).filter(Boolean);
    send({
      sessionUpdate: "plan",
      entries: [{ content: "Count the words", priority: "high", status: "completed" }],
    });
    const text = `Your prompt has ${words.length} words.`;
    send({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
    return { stopReason: "end_turn" };
  },

  "session/cancel": () => undefined,
}));
