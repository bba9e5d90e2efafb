// An agent as the types of ggcode's ACP package make one: what is empty is left out of every message.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { startPeer, textOf } from "./json-lines.mjs";

/** Sessions by id: their folders. */
const folders = new Map();
const HISTORY = [
  { Role: "user", Content: [{ type: "text", text: "List the files" }] },
  {
    Role: "assistant",
    Content: [
      { type: "text", text: "Looking." },
      { type: "tool_use", toolName: "ls", toolId: "ls-1", input: { path: "." } },
    ],
  },
  { Role: "user", Content: [{ type: "tool_result", toolId: "ls-1", output: "a.txt" }] },
  { Role: "assistant", Content: [{ type: "text", text: "One file." }] },
];

startPeer(async (method, params, peer) => {
  const { sessionId } = params;
  const update = (sessionUpdate, fields) =>
    peer.notify("session/update", { sessionId, update: { sessionUpdate, ...fields } });
  const say = (text) => update("agent_message_chunk", { content: { type: "text", text } });
  switch (method) {
    case "initialize":
      return {
        protocolVersion: 1,
        agentCapabilities: { loadSession: true, sessionCapabilities: {} },
        agentInfo: { name: "ggcode-style", version: "1.3.6" },
        authMethods: null,
      };
    case "session/new": {
      const id = randomUUID();
      folders.set(id, params.cwd);
      return { sessionId: id };
    }
    case "session/load":
      folders.set(sessionId, params.cwd ?? "");
      return { sessionId, messages: HISTORY };
    case "session/prompt": {
      const text = textOf(params.prompt);
      if (text === "tour") tour(update);
      if (text.startsWith("permission")) await ask(peer, say, sessionId, text);
      if (text === "callbacks") await useClient(peer, say, folders.get(sessionId));
      return { stopReason: text === "too long" ? "max_turns" : "end_turn" };
    }
    default:
      return undefined;
  }
});

function tour(update) {
  update("plan", { plan: { entries: [{ content: "Look around" }] } });
  update("agent_message_chunk", { content: { type: "image", imageUrl: "https://example.com/a.png" } });
  update("agent_message_chunk", { content: { type: "audio", audioUrl: "data:audio/wav;base64,AAAA" } });
  const input = { url: "https://example.com" };
  update("agent_message_chunk", { content: { type: "tool_use", toolName: "open", toolId: "b-1", input } });
  update("agent_message_chunk", { content: { type: "tool_result", toolId: "b-1", output: "opened" } });
  update("tool_call", { toolCallId: "b-2", title: "Look at a page", kind: "browser" });
  const content = { type: "text", text: "A page" };
  update("tool_call_update", { toolCallId: "b-2", status: "completed", content });
  update("agent_message_chunk", { content: { type: "text", text: "Seen." } });
}

async function ask(peer, say, sessionId, text) {
  const content = { type: "diff", diff: { path: join(folders.get(sessionId), "a.txt"), oldText: "before" } };
  const toolCall = { toolCallId: "edit-1", title: "Empty a.txt", kind: "edit", rawInput: "{}", content };
  const options = [
    { optionId: "y", name: "Yes", kind: "allow_once" },
    { optionId: "n", name: "No", kind: "reject_once" },
  ];
  const unnamed = { toolCallId: "", title: "Execute tool: run_command", kind: "execute" };
  const asked = {
    permission: { toolCall },
    "permission without a tool call": {},
    "permission with an empty id": { toolCall: unnamed },
  };
  const request = { sessionId, ...asked[text], options };
  say(JSON.stringify(await peer.ask("session/request_permission", request)));
}

async function useClient(peer, say, folder) {
  const path = join(folder, "made.txt");
  const written = await peer.ask("fs/write_text_file", { path, content: "made" });
  const read = await peer.ask("fs/read_text_file", { path });
  const created = await peer.ask("terminal/create", { command: "exit 3" });
  const terminalId = created.result?.terminalId ?? "none";
  const exited = await peer.ask("terminal/wait_for_exit", { terminalId });
  const output = await peer.ask("terminal/output", { terminalId });
  say(JSON.stringify({ written, read, created: created.error, exited, output }));
}
