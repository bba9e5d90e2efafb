// An agent that asks its client for one thing per prompt, and says what it was answered.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { startPeer, textOf } from "../support/src/other-systems/json-lines.mjs";

let cwd = "";

startPeer(async (method, params, peer) => {
  const { sessionId } = params;
  switch (method) {
    case "initialize":
      return { protocolVersion: 1, agentInfo: { name: "asking", title: "Asking Agent", version: "1" } };
    case "session/new":
      cwd = params.cwd;
      return { sessionId: randomUUID() };
    case "session/prompt": {
      const [word, argument] = textOf(params.prompt).split(" ");
      const answer = await ASK[word](peer, sessionId, argument);
      const content = { type: "text", text: `answered ${JSON.stringify(answer)}` };
      peer.notify("session/update", { sessionId, update: { sessionUpdate: "agent_message_chunk", content } });
      return { stopReason: "end_turn" };
    }
    default:
      return undefined;
  }
});

const ASK = {
  create: (peer, sessionId, name) =>
    peer.ask("fs/write_text_file", { sessionId, path: join(cwd, name), content: "made\n" }),
  async output(peer, sessionId, outputByteLimit) {
    const command = "printf 'aéééé'";
    const { result } = await peer.ask("terminal/create", {
      sessionId,
      command,
      outputByteLimit: Number(outputByteLimit),
    });
    await peer.ask("terminal/wait_for_exit", { sessionId, ...result });
    return peer.ask("terminal/output", { sessionId, ...result });
  },
  form: (peer, sessionId) =>
    peer.ask("elicitation/create", {
      sessionId,
      mode: "form",
      message: "Who are you?",
      requestedSchema: {
        type: "object",
        properties: { name: { type: "string", title: "Your name" } },
        required: ["name"],
      },
    }),
  page: (peer, sessionId, url) =>
    peer.ask("elicitation/create", { sessionId, mode: "url", elicitationId: randomUUID(), message: "Sign in", url }),
};
