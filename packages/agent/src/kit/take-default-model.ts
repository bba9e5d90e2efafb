// A session that began as the offline demo takes the model that was configured since: nobody has to start it again.
import type { Agent } from "../acp/agent.ts";
import { defaultModelId } from "../models/default-model.ts";
import { SCRIPT_MODEL_ID } from "../models/offline/script-info.ts";
import type { AgentSession } from "../sessions/agent-session.ts";

/** Between turns only. One for which the demo was chosen keeps it. */
export async function takeDefaultModel(agent: Agent, session: AgentSession): Promise<void> {
  if (session.settings.modelId !== SCRIPT_MODEL_ID || session.hasChosenModel) return;
  if (agent.options.defaults.modelId !== undefined) return;
  const modelId = await defaultModelId(agent.surroundings.environment);
  if (modelId === SCRIPT_MODEL_ID) return;
  agent.change(session, { modelId }, "nothing");
  agent.notice(session, "info", `Model: ${modelId}`);
}
