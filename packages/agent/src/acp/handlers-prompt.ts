// A turn from its prompt to its stop reason, and its cancellation.
import { isUnknown, type AgentHandlers, type ContentBlock } from "@parley/acp";
import { RpcError } from "@parley/rpc";
import { toUserParts } from "../sessions/to-user-parts.ts";
import { Turn } from "../sessions/turn.ts";
import type { Block } from "../sessions/wire.ts";
import type { Agent } from "./agent.ts";

export function createPromptHandlers(agent: Agent): AgentHandlers {
  return {
    "session/prompt": async ({ sessionId, prompt }, { signal }) => {
      const session = agent.session(sessionId);
      const blocks = checkPrompt(prompt);
      const running = session.turn;
      if (running?.ended !== undefined) {
        // Said while a turn runs: that turn hears of it at its next step, and answers for both.
        running.steer({ role: "user", parts: toUserParts(blocks) });
        return running.ended;
      }
      const turn = new Turn();
      session.turn = turn;
      const cancel = (): void => turn.cancel();
      signal.addEventListener("abort", cancel, { once: true });
      turn.ended = (async () => {
        const { runPrompt } = await import("../kit/run-prompt.ts");
        return runPrompt(agent, session, turn, blocks);
      })();
      try {
        return await turn.ended;
      } finally {
        signal.removeEventListener("abort", cancel);
        session.turn = undefined;
        session.recorder.flush();
      }
    },
    "session/cancel": ({ sessionId }) => {
      agent.find(sessionId)?.turn?.cancel();
    },
  };
}

/** Throws the error that the client gets if a block is of a type that was not announced. */
function checkPrompt(prompt: readonly ContentBlock[]): Block[] {
  return prompt.map((block, index) => {
    const path = `/prompt/${index}`;
    if (isUnknown(block)) throw RpcError.invalidParams("unknown type of content", { path });
    if (block.type === "audio") throw RpcError.invalidParams("this agent takes no content of type audio", { path });
    return block as Block;
  });
}
