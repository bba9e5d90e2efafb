// A turn from its prompt to its stop reason, and its cancellation.
import type { AgentHandlers, StopReason } from "@parley/acp";
import { createId } from "@parley/base";
import { ErrorCodes, RpcError } from "@parley/rpc";
import { parseScript } from "../../language/parse-script.ts";
import type { Step } from "../../language/step.ts";
import { TITLE_CHARS_MAX } from "../../limits.ts";
import { toTitle } from "../prompt-title.ts";
import type { Agent } from "../agent.ts";
import { play } from "../play.ts";
import type { Ending } from "../player.ts";
import { checkPrompt, describeAttachments, toPromptText } from "../prompt.ts";
import type { Session } from "../session.ts";
import { Turn } from "../turn.ts";
import type { Block } from "../wire.ts";

export function createPromptHandlers(agent: Agent): AgentHandlers {
  return {
    "session/prompt": async ({ sessionId, prompt }, { signal }) => {
      const session = agent.openSession(sessionId);
      const blocks = checkPrompt(prompt, agent.options.promptCapabilities);
      if (session.turn !== undefined) {
        throw RpcError.invalidRequest("A turn is running in this session already; wait for it to end, or cancel it");
      }
      const turn = new Turn(agent, session, signal);
      session.turn = turn;
      try {
        agent.announceNow(session);
        record(agent, session, blocks);
        const ending = await play(toSteps(agent, session, blocks), turn);
        return { stopReason: toStopReason(turn, ending) };
      } finally {
        session.turn = undefined;
        turn.finish();
      }
    },
    "session/cancel": ({ sessionId }) => {
      agent.sessions.find(sessionId)?.turn?.cancel();
    },
  };
}

/** The prompt goes into the history only; the client knows what it sent. */
function record(agent: Agent, session: Session, blocks: readonly Block[]): void {
  const messageId = createId();
  for (const content of blocks) session.history.add({ sessionUpdate: "user_message_chunk", messageId, content });
  session.updatedAtMs = agent.options.clock.now();
  session.title ??= toTitle(toPromptText(blocks), TITLE_CHARS_MAX);
}

function toSteps(agent: Agent, session: Session, blocks: readonly Block[]): readonly Step[] {
  const text = toPromptText(blocks);
  const isEcho = session.settings.model === "offline/echo";
  const steps: Step[] = isEcho
    ? [{ kind: "prose", text, problems: [] }]
    : parseScript(text, agent.options.scriptLimits);
  const attached = describeAttachments(blocks);
  const isProse = steps[0]?.kind === "prose";
  return isProse && attached !== "" ? [...steps, { kind: "say", text: attached }] : steps;
}

function toStopReason(turn: Turn, ending: Ending | undefined): StopReason {
  if (turn.isCancelled) return "cancelled";
  if (turn.signal.aborted) throw RpcError.requestCancelled();
  if (ending?.kind === "fail") throw new RpcError(ErrorCodes.internalError, ending.message);
  return ending?.reason ?? "end_turn";
}
