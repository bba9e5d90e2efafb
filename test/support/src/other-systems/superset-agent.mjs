// An agent whose updates are those of the superset server's documentation: `text`, `thinking`, `tool_call`, `tool_result`.
import { randomUUID } from "node:crypto";
import { startPeer, textOf } from "./json-lines.mjs";

startPeer((method, params, peer) => {
  const { sessionId } = params;
  const nested = (update) => peer.notify("session/update", { session_id: sessionId, update });
  const flat = (update) => peer.notify("session/update", { sessionId, ...update });
  switch (method) {
    case "initialize":
      return { protocolVersion: 1, agentInfo: { name: "superset-style", version: "1" } };
    case "session/new":
      return { sessionId: randomUUID() };
    case "session/prompt":
      nested({ type: "thinking", text: "Let me see. " });
      nested({ type: "tool_call", tool_call: { id: "call-1", name: "list_files" } });
      nested({ type: "tool_result", tool_call_id: "call-1", result: "a.txt" });
      flat({ type: "tool_call", toolCallId: "call-2", title: "Read a.txt" });
      flat({ type: "tool_result", toolCallId: "call-2", isError: true, content: "no such file" });
      flat({ type: "text", text: "You said: " });
      peer.notify("session/update", { type: "text", text: textOf(params.prompt) });
      return { stopReason: "end_turn" };
    default:
      return undefined;
  }
});
