// The session as slash commands see it.
import { ParleyError } from "@parley/base";
import { RpcError } from "@parley/rpc";
import type { Agent } from "./agent.ts";
import type { CommandContext } from "../commands/command.ts";
import { compact } from "../loop/compaction/compact.ts";
import { listModels } from "../models/list-models.ts";
import { modeChange } from "../sessions/config-options.ts";
import type { AgentSession } from "./agent-session.ts";
import { toConversationText } from "../sessions/conversation-text.ts";
import type { SessionSettings } from "../sessions/settings.ts";
import { addAside } from "../sessions/spent.ts";
import type { ActiveTurn } from "./active-turn.ts";
import { complete } from "./complete.ts";
import { LoopEventHandler } from "./run-loop.ts";
import type { SessionRuntime } from "./session-runtime.ts";

export function createCommandContext(
  agent: Agent,
  session: AgentSession,
  runtime: SessionRuntime,
  turn: ActiveTurn,
): CommandContext {
  const openModel = async () => {
    const opened = await runtime.models.open(session.settings.modelId);
    if ("model" in opened) return opened.model;
    const { message, remedy } = opened.failure;
    throw new ParleyError({ code: "usage", message, ...(remedy === undefined ? {} : { remedy: { label: remedy } }) });
  };
  return {
    sessionId: session.id,
    cwd: session.folders.cwd,
    roots: session.roots,
    parleyHome: agent.options.parleyHome,
    get settings() {
      return session.settings;
    },
    change: async (change) => agent.change(session, await check(agent, session, runtime, change), "nothing"),
    modes: session.modes,
    models: () => listModels(runtime.environment),
    get commands() {
      return runtime.commands();
    },
    checkpoints: runtime.checkpoints,
    get mcp() {
      return runtime.mcp.status;
    },
    get spent() {
      const { cost, contextUsed, ...tokens } = session.spent;
      return { ...tokens, cost, contextUsed, contextTokens: runtime.models.contextTokens ?? 0 };
    },
    memoryFiles: runtime.memory.files.map(({ path }) => path),
    async compact(focus) {
      const events = new LoopEventHandler({ agent, session, runtime, turn });
      const model = await openModel();
      events.model = model.info;
      const options = { conversation: runtime.conversation, model, reason: "asked", focus } as const;
      const end = await compact({ ...options, signal: turn.signal, log: agent.options.log }, (event) =>
        events.handle(event),
      );
      session.messages = runtime.conversation.messages;
      if (end.type === "compacted") return end.summary;
      throw new ParleyError({ code: "usage", message: end.message });
    },
    async complete(system, prompt) {
      const model = await openModel();
      const answer = await complete(model, system, [{ type: "text", text: prompt }], turn.signal);
      if ("usage" in answer) session.spent = addAside(session.spent, answer.usage, model.info.price);
      return answer;
    },
    conversationText: () => toConversationText(runtime.conversation.messages),
    signal: turn.signal,
  };
}

/** Rejects with a ParleyError that lists the valid values. */
async function check(
  agent: Agent,
  session: AgentSession,
  runtime: SessionRuntime,
  change: Partial<SessionSettings>,
): Promise<Partial<SessionSettings>> {
  if (change.modelId !== undefined) {
    const opened = await runtime.models.open(change.modelId);
    if ("failure" in opened) {
      const { message, remedy } = opened.failure;
      throw new ParleyError({ code: "usage", message, ...(remedy === undefined ? {} : { remedy: { label: remedy } }) });
    }
  }
  if (change.modeId === undefined) return change;
  try {
    return { ...change, ...modeChange(change.modeId, agent.choices(session)) };
  } catch (error) {
    if (error instanceof RpcError) throw new ParleyError({ code: "usage", message: error.message });
    throw error;
  }
}
