// What a client chooses for a session: mode, model and the other options. Holds from the next step on.
import type { AgentHandlers } from "@parley/acp";
import { modeChange, modelChange, toChange, toConfigOptions } from "../sessions/config-options.ts";
import type { Agent } from "./agent.ts";

export function createSettingsHandlers(agent: Agent): AgentHandlers {
  return {
    "session/set_mode": ({ sessionId, modeId }) => {
      const session = agent.session(sessionId);
      agent.change(session, modeChange(modeId, agent.choices(session)), "mode");
      return {};
    },
    "session/set_model": ({ sessionId, modelId }) => {
      const session = agent.session(sessionId);
      agent.change(session, modelChange(modelId, agent.choices(session)), "nothing");
      return {};
    },
    "session/set_config_option": ({ sessionId, configId, value }) => {
      const session = agent.session(sessionId);
      agent.change(session, toChange(configId, value, agent.choices(session)), "config");
      return { configOptions: toConfigOptions(agent.choices(session)) };
    },
  };
}
