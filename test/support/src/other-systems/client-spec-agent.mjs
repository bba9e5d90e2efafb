// An agent as the specification of the vscode-acp client expects one: dates as versions, updates under `sessionUpdate` with a
// `type`, flat permission requests with options that are plain words, files and terminals without a session.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { startPeer, textOf } from "./json-lines.mjs";

/** Sessions by id: their folders. */
const folders = new Map();

startPeer(async (method, params, peer) => {
  const { sessionId } = params;
  const update = (fields) => peer.notify("session/update", { sessionId, sessionUpdate: fields });
  const say = (content) => update({ type: "agent_message_chunk", content });
  switch (method) {
    case "initialize":
      return {
        protocolVersion: "2025-01-21",
        capabilities: { loadSession: true, promptCapabilities: { image: true, audio: false, embeddedContext: true } },
      };
    case "session/new": {
      const id = `mock-session-${randomUUID()}`;
      folders.set(id, params.cwd);
      return { sessionId: id, modes: { availableModes: [{ name: "Ask" }, { name: "Code" }], currentMode: "Ask" } };
    }
    case "session/prompt": {
      const text = textOf(params.prompt);
      if (text === "tour") tour(update);
      if (text.startsWith("permission")) {
        const toolCall = {
          toolCallId: "run-1",
          title: "Run the tests",
          kind: "execute",
          rawInput: { command: "npm test" },
        };
        update({ type: "tool_call", toolCall });
        const options = text === "permission" ? ["allow_once", "allow_always", "reject_once"] : ["allow_once", "maybe"];
        const request = { sessionId, toolCallId: "run-1", title: "Run the tests", description: "All of them" };
        say(JSON.stringify(await peer.ask("session/request_permission", { ...request, options })));
      }
      if (text === "terminal") await useTerminal(peer, say);
      if (text === "files") await useFiles(peer, say, folders.get(sessionId));
      return { stopReason: "end_turn" };
    }
    default:
      return undefined;
  }
});

function tour(update) {
  update({ type: "agent_thought_chunk", content: "a thought" });
  update({ type: "plan", plan: [{ content: "Look around", priority: "high", status: "in_progress" }] });
  update({ type: "available_commands_update", commands: [{ name: "review", description: "Review the changes" }] });
  update({ type: "current_mode_update", mode: "Code" });
  const toolCall = { toolCallId: "read-1", title: "Read a.txt", kind: "read", status: "in_progress" };
  update({ type: "tool_call", toolCall });
  update({
    type: "tool_call_update",
    toolCallId: "read-1",
    updates: { status: "completed", title: "Read a.txt (3 lines)" },
  });
  update({ type: "agent_message_chunk", content: "Hello! This is a mock response." });
}

async function useTerminal(peer, say) {
  const { result } = await peer.ask("terminal/create", { command: "echo", args: ["hi"], env: {} });
  const { terminalId } = result;
  const exited = await peer.ask("terminal/wait_for_exit", { terminalId });
  const output = await peer.ask("terminal/output", { terminalId });
  const released = await peer.ask("terminal/release", { terminalId });
  say(JSON.stringify({ exited, output, released }));
}

async function useFiles(peer, say, folder) {
  const path = join(folder, "made.txt");
  const written = await peer.ask("fs/write_text_file", { path, content: "one\ntwo\n" });
  const read = await peer.ask("fs/read_text_file", { path, line: 2, limit: 1 });
  say(JSON.stringify({ written, read }));
}
