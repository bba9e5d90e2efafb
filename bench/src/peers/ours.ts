// Parley's own peers, from the built packages, with decoding on and back-pressure obeyed.
import type { Readable, Writable } from "node:stream";
import { connectToAgent, connectToClient, PROTOCOL_VERSION, type ClientHandlers } from "@parley/acp";
import { createNdjsonTransport } from "@parley/rpc";
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
  connectToClient(createNdjsonTransport(input, output), (client) => ({
    initialize: () => ({ protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} }),
    authenticate: notCalled,
    logout: notCalled,
    "session/new": () => ({ sessionId: SESSION_ID }),
    "session/load": notCalled,
    "session/list": notCalled,
    "session/delete": notCalled,
    "session/resume": notCalled,
    "session/close": notCalled,
    "session/set_mode": ({ modeId }) => answerMode(modeId),
    "session/set_config_option": notCalled,
    "session/prompt": async ({ prompt }) => {
      const { updates, textBytes } = fromPrompt(prompt);
      const text = createText(textBytes);
      for (let left = updates; left > 0; left -= 1) {
        if (client.notify("session/update", createChunk(text)) === "full") await client.drained();
      }
      return { stopReason: "end_turn" };
    },
    "session/cancel": notCalled,
  }));
}

export function connect(input: Readable, output: Writable): BenchClient {
  const updates = new UpdateCount();
  const handlers: ClientHandlers = {
    "session/request_permission": notCalled,
    "session/update": ({ update }) => {
      if (update.sessionUpdate !== "agent_message_chunk" || update.content.type !== "text") notCalled();
      else updates.add(update.content.text);
    },
    "fs/write_text_file": notCalled,
    "fs/read_text_file": notCalled,
    "terminal/create": notCalled,
    "terminal/output": notCalled,
    "terminal/release": notCalled,
    "terminal/wait_for_exit": notCalled,
    "terminal/kill": notCalled,
    "elicitation/create": notCalled,
    "elicitation/complete": notCalled,
  };
  const agent = connectToAgent(createNdjsonTransport(input, output), () => handlers, { onProblem });
  return {
    async start() {
      await agent.request("initialize", {
        protocolVersion: PROTOCOL_VERSION,
        clientCapabilities: CLIENT_CAPABILITIES,
      });
      await agent.request("session/new", { cwd: "/", mcpServers: [] });
    },
    setMode: (modeId) => agent.request("session/set_mode", { sessionId: SESSION_ID, modeId }),
    async prompt(turn) {
      const handled = updates.expect(turn);
      await agent.request("session/prompt", toPrompt(turn));
      await handled;
    },
  };
}

/** Nothing may go wrong unnoticed, or something else is measured. */
function onProblem({ kind }: { kind: string }): never {
  throw new Error(`The connection reports: ${kind}`);
}

function notCalled(): never {
  throw new Error("The benchmark does not send this");
}
