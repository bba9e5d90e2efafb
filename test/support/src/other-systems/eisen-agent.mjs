// An agent as the documentation of the Eisen extension describes one: `serverCapabilities`, requests that name no session,
// permission requests that consist of options without names, diffs without a path.
import { randomUUID } from "node:crypto";
import { startPeer, textOf } from "./json-lines.mjs";

startPeer(async (method, params, peer) => {
  const { sessionId } = params;
  const update = (fields) => peer.notify("session/update", { sessionId, update: fields });
  const say = (text) => update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
  switch (method) {
    case "initialize":
      return {
        protocolVersion: 1,
        serverCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
        serverInfo: { name: "eisen-style", version: "0.0.1" },
      };
    case "session/new":
      return { sessionId: randomUUID() };
    case "session/prompt": {
      const text = textOf(params.prompt);
      if (text === "permission") {
        const options = [
          { kind: "allow_once", optionId: "yes" },
          { kind: "allow_always", optionId: "always" },
          { kind: "deny", optionId: "no" },
        ];
        say(JSON.stringify(await peer.ask("session/request_permission", { options })));
      }
      if (text === "diff") {
        update({ sessionUpdate: "available_commands_update", availableCommands: [{ name: "init" }] });
        update({ sessionUpdate: "tool_call", toolCallId: "edit-1", title: "Edit a file", kind: "edit" });
        const content = [{ type: "diff", oldText: "before", newText: "after" }];
        const fields = { toolCallId: "edit-1", title: "Edit a file", kind: "edit", status: "completed", content };
        update({ sessionUpdate: "tool_call_update", ...fields });
        say("edited");
      }
      if (text === "ask to edit") {
        const content = [{ type: "diff", oldText: "before", newText: "after" }];
        const toolCall = { toolCallId: "edit-2", title: "Edit a file", kind: "edit", content };
        const options = [{ kind: "allow_once", optionId: "yes" }];
        say(JSON.stringify(await peer.ask("session/request_permission", { sessionId, toolCall, options })));
      }
      return { stopReason: "end_turn" };
    }
    default:
      return undefined;
  }
});
