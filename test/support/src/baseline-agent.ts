// The least an agent of ours can be: the baseline methods and no capability. What it did not announce it does not know.
import { connectToClient, PROTOCOL_VERSION } from "@parley/acp";
import type { AgentProgram } from "./agent-link.ts";

export const baselineAgent: AgentProgram<Record<string, never>> = {
  main: new URL("./baseline-agent.main.ts", import.meta.url),
  start: (transport) =>
    connectToClient(transport, (client) => ({
      initialize: () => ({ protocolVersion: PROTOCOL_VERSION }),
      "session/new": () => ({ sessionId: "baseline" }),
      "session/prompt": ({ sessionId, prompt }) => {
        if (JSON.stringify(prompt).includes("crash")) throw new Error("The password is swordfish");
        client.notify("session/update", {
          sessionId,
          update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "Yes." } },
        });
        return { stopReason: "end_turn" };
      },
      "session/cancel": () => undefined,
    })),
};
