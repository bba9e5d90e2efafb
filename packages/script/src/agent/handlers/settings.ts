// Changes the settings of a session.
import type { AgentHandlers } from "@parley/acp";
import { RpcError } from "@parley/rpc";
import type { Agent } from "../agent.ts";
import type { Session } from "../session.ts";
import { changeSetting } from "../settings.ts";

export function createSettingsHandlers(agent: Agent): AgentHandlers {
  const sendOptions = (session: Session): void => {
    const configOptions = agent.configOptions(session);
    agent.send(session, { sessionUpdate: "config_option_update", configOptions });
  };
  return {
    "session/set_mode": ({ sessionId, modeId }) => {
      const session = agent.openSession(sessionId);
      set(session, "mode", modeId);
      sendOptions(session);
    },
    "session/set_model": ({ sessionId, modelId }) => {
      const session = agent.openSession(sessionId);
      set(session, "model", modelId);
      sendOptions(session);
    },
    "session/set_config_option": (params) => {
      if (params.type !== "boolean" && !("configId" in params)) throw RpcError.invalidParams("unknown type of value");
      const session = agent.openSession(params.sessionId);
      const { mode } = session.settings;
      set(session, params.configId, params.value);
      if (session.settings.mode !== mode) {
        agent.send(session, { sessionUpdate: "current_mode_update", currentModeId: session.settings.mode });
      }
      return { configOptions: agent.configOptions(session) };
    },
  };
}

function set(session: Session, id: string, value: string | boolean): void {
  const settings = changeSetting(session.settings, id, value);
  if (typeof settings === "string") throw RpcError.invalidParams(settings, { id, value });
  session.settings = settings;
}
