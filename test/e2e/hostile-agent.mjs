// An agent that calls its client with whatever the prompt says, and reports the answers: a list of `[method, params]` as JSON.
// The method `write-itself` writes a file without the client.
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { startPeer, textOf } from "../support/src/other-systems/json-lines.mjs";

let cwd = "";

startPeer(async (method, params, peer) => {
  const { sessionId } = params;
  switch (method) {
    case "initialize":
      return { protocolVersion: 1, agentInfo: { name: "hostile", title: "Hostile", version: "1" } };
    case "session/new":
      cwd = params.cwd;
      return { sessionId: randomUUID() };
    case "session/prompt": {
      const answers = [];
      for (const [called, given] of JSON.parse(textOf(params.prompt).replaceAll("CWD", cwd))) {
        if (called === "write-itself") writeFileSync(given.path, given.content);
        else answers.push(await peer.ask(called, { sessionId, ...given }));
      }
      const content = { type: "text", text: JSON.stringify(answers) };
      peer.notify("session/update", { sessionId, update: { sessionUpdate: "agent_message_chunk", content } });
      return { stopReason: "end_turn" };
    }
    default:
      return undefined;
  }
});
