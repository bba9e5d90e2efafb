// Sub-agents: a loop with a conversation of its own inside a tool call. What they may do is asked in the session they belong to.
import type { Agent } from "../acp/agent.ts";
import { createConversation } from "../loop/conversation.ts";
import type { LoopEvent } from "../loop/types.ts";
import { runTurn } from "../loop/agent-loop.ts";
import type { Message } from "../models/message.ts";
import type { ModelPrice } from "../models/model.ts";
import type { AgentMode } from "../modes/mode.ts";
import type { AgentSession } from "../sessions/agent-session.ts";
import { SUB_AGENT_STEPS_MAX } from "../sessions/limits.ts";
import { addAside } from "../sessions/spent.ts";
import { UpdateWriter } from "../sessions/to-updates.ts";
import { withMeta } from "../sessions/wire.ts";
import type { ToolProgress } from "../tools/tool.ts";
import type { SubAgentPort, SubAgentResult, SubAgentTask } from "../tools/tool-context.ts";
import type { TurnPlace } from "./run-loop.ts";
import type { SessionKit } from "./session-kit.ts";
import { setUpStep } from "./set-up-step.ts";
import { SubAgentProgress } from "./sub-agent-progress.ts";

const NO_STEERING = { size: 0, take: () => [] } as const;

export function createSubAgents(agent: Agent, session: AgentSession, kit: SessionKit): SubAgentPort {
  const run: SubAgentPort["run"] = async (task, signal, show) => {
    const { turn } = session;
    if (turn === undefined) return { failed: "A sub-agent works within a turn, and none is running" };
    const mode = task.modeId === undefined ? session.mode : session.modes.find(({ id }) => id === task.modeId);
    if (mode === undefined)
      return { failed: `There is no mode ${task.modeId}; there are ${session.modes.map(({ id }) => id).join(", ")}` };
    return runTask({ agent, session, kit, turn }, task, mode, signal, show);
  };
  return { run };
}

async function runTask(
  place: TurnPlace,
  task: SubAgentTask,
  mode: AgentMode,
  signal: AbortSignal,
  show: (progress: ToolProgress) => void,
): Promise<SubAgentResult> {
  const { agent, session, kit } = place;
  const conversation = createConversation();
  const progress = new SubAgentProgress(show);
  // Its tool calls are calls of the session: they are announced, asked about and shown there, and kept out of its conversation.
  const calls = new UpdateWriter({
    update: (update) => session.recorder.update({ ...update, ...withMeta({ aside: true }) }),
    keep: () => undefined,
    notice: (severity, text) => agent.notice(session, severity, text),
    showsCompaction: false,
  });
  let price: ModelPrice | undefined;
  const hear = (event: LoopEvent): void => {
    progress.hear(event);
    if (event.type.startsWith("call_") || event.type === "notice") calls.write(event);
    if (event.type === "step_ended") session.spent = addAside(session.spent, event.usage, price);
  };
  const end = await runTurn(
    {
      conversation,
      prompt: { role: "user", parts: [{ type: "text", text: task.instructions }] },
      step: async () => {
        const setup = await setUpStep(place, { mode, isNested: true });
        ({ price } = setup.model.info);
        return setup;
      },
      calls: kit.calls,
      steering: NO_STEERING,
      limits: { steps: SUB_AGENT_STEPS_MAX },
      budget: place.turn.budget,
      callIds: kit.callIds,
      signal,
      log: agent.options.log,
      clock: agent.options.clock,
    },
    hear,
  );
  return toResult(task, end, conversation.messages);
}

function toResult(
  task: SubAgentTask,
  end: Awaited<ReturnType<typeof runTurn>>,
  messages: readonly Message[],
): SubAgentResult {
  if ("failure" in end) return { failed: `${task.title}: ${end.failure.message}` };
  if (end.stopReason === "cancelled") return { failed: "It was cancelled" };
  const answer = lastText(messages);
  const note = end.stopReason === "end_turn" ? "" : `\n\n(It stopped early: ${end.stopReason}.)`;
  return answer === "" ? { failed: `${task.title}: it said nothing${note}` } : { answer: `${answer}${note}` };
}

function lastText(messages: readonly Message[]): string {
  const last = messages.findLast(({ role }) => role === "assistant");
  if (last?.role !== "assistant") return "";
  return last.parts
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("")
    .trim();
}
