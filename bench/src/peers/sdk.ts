// The official SDK's peers, set up as its documentation shows: every handler registered, each notification awaited.
import { Readable, Writable } from "node:stream";
import { agent, client, ndJsonStream, PROTOCOL_VERSION, type Stream } from "@agentclientprotocol/sdk";
import type { BenchClient } from "./peer.ts";
import {
  answerMode,
  CLIENT_CAPABILITIES,
  createChunk,
  createText,
  fromPrompt,
  SESSION_ID,
  toPrompt,
  UpdateCount,
} from "./work.ts";

export function serve(input: Readable, output: Writable): void {
  agent({ name: "bench" })
    .onRequest("initialize", () => ({ protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} }))
    .onRequest("authenticate", notCalled)
    .onRequest("logout", notCalled)
    .onRequest("session/new", () => ({ sessionId: SESSION_ID }))
    .onRequest("session/load", notCalled)
    .onRequest("session/list", notCalled)
    .onRequest("session/delete", notCalled)
    .onRequest("session/resume", notCalled)
    .onRequest("session/close", notCalled)
    .onRequest("session/set_mode", ({ params }) => answerMode(params.modeId))
    .onRequest("session/set_config_option", notCalled)
    .onRequest("session/prompt", async ({ params, client: peer }) => {
      const { updates, textBytes } = fromPrompt(params.prompt);
      const text = createText(textBytes);
      for (let left = updates; left > 0; left -= 1) {
        await peer.notify("session/update", createChunk(text));
      }
      return { stopReason: "end_turn" };
    })
    .onNotification("session/cancel", notCalled)
    .connect(toStream(input, output));
}

export function connect(input: Readable, output: Writable): BenchClient {
  const updates = new UpdateCount();
  const connection = client({ name: "bench" })
    .onRequest("session/request_permission", notCalled)
    .onNotification("session/update", ({ params: { update } }) => {
      if (update.sessionUpdate !== "agent_message_chunk" || update.content.type !== "text") notCalled();
      else updates.add(update.content.text);
    })
    .onRequest("fs/write_text_file", notCalled)
    .onRequest("fs/read_text_file", notCalled)
    .onRequest("terminal/create", notCalled)
    .onRequest("terminal/output", notCalled)
    .onRequest("terminal/release", notCalled)
    .onRequest("terminal/wait_for_exit", notCalled)
    .onRequest("terminal/kill", notCalled)
    .onRequest("elicitation/create", notCalled)
    .onNotification("elicitation/complete", notCalled)
    .connect(toStream(input, output));
  const peer = connection.agent;
  return {
    async start() {
      await peer.request("initialize", { protocolVersion: PROTOCOL_VERSION, clientCapabilities: CLIENT_CAPABILITIES });
      await peer.request("session/new", { cwd: "/", mcpServers: [] });
    },
    setMode: (modeId) => peer.request("session/set_mode", { sessionId: SESSION_ID, modeId }),
    async prompt(turn) {
      const handled = updates.expect(turn);
      await peer.request("session/prompt", toPrompt(turn));
      await handled;
    },
  };
}

function toStream(input: Readable, output: Writable): Stream {
  return ndJsonStream(Writable.toWeb(output), Readable.toWeb(input) as ReadableStream<Uint8Array>);
}

function notCalled(): never {
  throw new Error("The benchmark does not send this");
}
