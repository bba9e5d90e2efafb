// Sub-agents: an agent loop with its own conversation inside a tool call. Permissions are requested in the session that owns it.
import { runTurn } from "../loop/agent-loop.ts";
import { createConversation } from "../loop/conversation.ts";
import type { LoopEvent } from "../loop/types.ts";
import type { Message } from "../models/message.ts";
import type { ModelPrice } from "../models/model.ts";
import type { AgentMode } from "../modes/mode.ts";
import { SUB_AGENT_STEPS_MAX } from "../limits.ts";
import { addAside } from "../sessions/spent.ts";
import { UpdateWriter } from "../sessions/to-updates.ts";
import { withMeta } from "../sessions/wire.ts";
import type { SubAgentPort, SubAgentResult, SubAgentTask } from "../tools/tool-context.ts";
import type { ToolProgress } from "../tools/tool.ts";
import type { AgentSession } from "./agent-session.ts";
import type { Agent } from "./agent.ts";
import { setUpStep, type TurnContext } from "./run-loop.ts";
import type { SessionRuntime } from "./session-runtime.ts";

const NO_STEERING = { size: 0, take: () => [] } as const;

export function createSubAgents(agent: Agent, session: AgentSession, runtime: SessionRuntime): SubAgentPort {
  const run: SubAgentPort["run"] = async (task, signal, show) => {
    const { turn } = session;
    if (turn === undefined) return { failed: "A sub-agent can only run during a turn" };
    const mode = task.modeId === undefined ? session.mode : session.modes.find(({ id }) => id === task.modeId);
    if (mode === undefined)
      return {
        failed: `Mode ${task.modeId} not found. Available modes: ${session.modes.map(({ id }) => id).join(", ")}`,
      };
    return runTask({ agent, session, runtime, turn }, task, mode, signal, show);
  };
  return { run };
}

async function runTask(
  context: TurnContext,
  task: SubAgentTask,
  mode: AgentMode,
  signal: AbortSignal,
  show: (progress: ToolProgress) => void,
): Promise<SubAgentResult> {
  const { agent, session, runtime } = context;
  const conversation = createConversation();
  const progress = new SubAgentProgress(show);
  // Its tool calls are shown and approved in the session, but are not part of its conversation.
  const calls = new UpdateWriter({
    update: (update) => session.recorder.update({ ...update, ...withMeta({ aside: true }) }),
    keep: () => undefined,
    notice: (severity, text) => agent.notice(session, severity, text),
    showsCompaction: false,
  });
  let price: ModelPrice | undefined;
  const handle = (event: LoopEvent): void => {
    progress.add(event);
    if (event.type.startsWith("call_") || event.type === "notice") calls.write(event);
    if (event.type === "step_ended") session.spent = addAside(session.spent, event.usage, price);
  };
  const end = await runTurn(
    {
      conversation,
      prompt: { role: "user", parts: [{ type: "text", text: task.instructions }] },
      step: async () => {
        const setup = await setUpStep(context, { mode, isNested: true });
        ({ price } = setup.model.info);
        return setup;
      },
      calls: runtime.calls,
      steering: NO_STEERING,
      limits: { steps: SUB_AGENT_STEPS_MAX },
      budget: context.turn.budget,
      callIds: runtime.callIds,
      signal,
      log: agent.options.log,
      clock: agent.options.clock,
    },
    handle,
  );
  return toResult(task, end, conversation.messages);
}

function toResult(
  task: SubAgentTask,
  end: Awaited<ReturnType<typeof runTurn>>,
  messages: readonly Message[],
): SubAgentResult {
  if ("failure" in end) return { failed: `${task.title}: ${end.failure.message}` };
  if (end.stopReason === "cancelled") return { failed: "Cancelled" };
  const answer = lastText(messages);
  const note = end.stopReason === "end_turn" ? "" : `\n\n(Stopped early: ${end.stopReason}.)`;
  return answer === "" ? { failed: `${task.title}: no answer${note}` } : { answer: `${answer}${note}` };
}

function lastText(messages: readonly Message[]): string {
  const last = messages.findLast(({ role }) => role === "assistant");
  if (last?.role !== "assistant") return "";
  return last.parts
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("")
    .trim();
}

const LINES_MAX = 12;
const SAID_CHARS_MAX = 2_000;
/** Streaming text is shown at most this often. */
const SHOW_EVERY_MS = 200;

class SubAgentProgress {
  readonly #show: (progress: ToolProgress) => void;
  readonly #lines: string[] = [];
  #said = "";
  #shownAtMs = 0;

  constructor(show: (progress: ToolProgress) => void) {
    this.#show = show;
  }

  add(event: LoopEvent): void {
    if (event.type === "step") this.#said = "";
    else if (event.type === "text") this.#said = (this.#said + event.text).slice(-SAID_CHARS_MAX);
    else if (event.type === "call_announced") this.#lines.push(`- ${event.shown.title ?? event.name}`);
    else return;
    const now = performance.now();
    if (event.type === "text" && now - this.#shownAtMs < SHOW_EVERY_MS) return;
    this.#shownAtMs = now;
    this.#show({ content: [{ type: "content", content: { type: "text", text: this.#text() } }] });
  }

  #text(): string {
    const hidden = this.#lines.length - LINES_MAX;
    const lines = hidden > 0 ? [`- … ${hidden} before`, ...this.#lines.slice(-LINES_MAX)] : this.#lines;
    return [lines.join("\n"), this.#said.trim()].filter((text) => text !== "").join("\n\n");
  }
}
