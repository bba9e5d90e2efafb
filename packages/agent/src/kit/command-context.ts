// What a slash command can reach of its session.
import { ParleyError } from "@parley/base";
import { RpcError } from "@parley/rpc";
import type { Agent } from "../acp/agent.ts";
import type { CommandContext } from "../commands/command.ts";
import { compact } from "../loop/compaction/compact.ts";
import { listModels } from "../models/list-models.ts";
import { modeChange } from "../sessions/config-options.ts";
import type { AgentSession } from "../sessions/agent-session.ts";
import { toConversationText } from "../sessions/conversation-text.ts";
import type { SessionSettings } from "../sessions/settings.ts";
import { addAside } from "../sessions/spent.ts";
import type { Turn } from "../sessions/turn.ts";
import { complete } from "./complete.ts";
import { TurnListener } from "./run-loop.ts";
import type { SessionKit } from "./session-kit.ts";

export function createCommandContext(agent: Agent, session: AgentSession, kit: SessionKit, turn: Turn): CommandContext {
  const openModel = async () => {
    const opened = await kit.models.open(session.settings.modelId);
    if ("model" in opened) return opened.model;
    const { message, remedy } = opened.failure;
    throw new ParleyError({ code: "usage", message, ...(remedy === undefined ? {} : { remedy: { label: remedy } }) });
  };
  return {
    sessionId: session.id,
    cwd: session.place.cwd,
    roots: session.roots,
    parleyHome: agent.options.parleyHome,
    get settings() {
      return session.settings;
    },
    change: async (change) => agent.change(session, await check(agent, session, kit, change), "nothing"),
    modes: session.modes,
    models: () => listModels(kit.environment),
    get commands() {
      return kit.commands();
    },
    checkpoints: kit.checkpoints,
    get mcp() {
      return kit.mcp.status;
    },
    get spent() {
      const { cost, contextUsed, ...tokens } = session.spent;
      return { ...tokens, cost, contextUsed, contextTokens: kit.models.contextTokens ?? 0 };
    },
    memoryFiles: kit.memory.files.map(({ path }) => path),
    async compact(focus) {
      const listener = new TurnListener({ agent, session, kit, turn });
      const model = await openModel();
      listener.model = model.info;
      const options = { conversation: kit.conversation, model, reason: "asked", focus } as const;
      const end = await compact({ ...options, signal: turn.signal, log: agent.options.log }, (event) =>
        listener.hear(event),
      );
      session.messages = kit.conversation.messages;
      if (end.type === "compacted") return end.summary;
      throw new ParleyError({ code: "usage", message: end.message });
    },
    async complete(system, prompt) {
      const model = await openModel();
      const answer = await complete(model, system, [{ type: "text", text: prompt }], turn.signal);
      if ("usage" in answer) session.spent = addAside(session.spent, answer.usage, model.info.price);
      return answer;
    },
    conversationText: () => toConversationText(kit.conversation.messages),
    signal: turn.signal,
  };
}

/** Rejects with a ParleyError that says what there is. */
async function check(
  agent: Agent,
  session: AgentSession,
  kit: SessionKit,
  change: Partial<SessionSettings>,
): Promise<Partial<SessionSettings>> {
  if (change.modelId !== undefined) {
    const opened = await kit.models.open(change.modelId);
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
