// Modes, models and options of a session, and the responses that contain them.
import {
  isUnknown,
  type AgentHandlers,
  type Known,
  type LoadSessionResponse,
  type SessionConfigOption,
} from "@parley/acp";
import { findNearestName } from "@parley/base";
import type { OpenedSession } from "@parley/hub";
import { actorOfClient } from "../../../auth/actor.ts";
import { setConfigOption, setMode } from "../../../auth/levels.ts";
import { FieldError, inField } from "../../../operations/input/field-error.ts";
import type { HandlerContext } from "./context.ts";

export function createChoiceHandlers({ hub, caller, client }: HandlerContext): AgentHandlers {
  return {
    "session/set_mode": async ({ sessionId, modeId }) => {
      const { choices } = await hub.sessions.open(sessionId);
      const isOffered =
        choices.otherModeIds?.includes(modeId) === true || choices.modes.some(({ id }) => id === modeId);
      if (isOffered) await setMode(hub, caller, sessionId, modeId, actorOfClient(caller, client));
      else {
        const entry = await hub.agents.find(modeId);
        if (entry === undefined)
          throw unknownMode(modeId, [...choices.modes.map(({ id }) => id), ...(choices.otherModeIds ?? [])]);
        await hub.sessions.handOver(sessionId, entry.name);
      }
      return {};
    },
    "session/set_model": async ({ sessionId, modelId }) => {
      await inField("modelId", () => hub.sessions.setModel(sessionId, modelId));
      return {};
    },
    "session/set_config_option": async ({ sessionId, configId, value }) => {
      const actor = actorOfClient(caller, client);
      const set = (): Promise<OpenedSession> => setConfigOption(hub, caller, sessionId, configId, value, actor);
      const { choices } = await inField("value", set);
      return { configOptions: toConfigOptions(choices) };
    },
  };
}

/** The part of an answer that is the same for a new session, a loaded one, a resumed one and a fork. */
export function toChoices({ choices }: OpenedSession): Known<LoadSessionResponse> {
  const { modes, modeId, otherModeIds = [], models, modelId, configOptions } = choices;
  const others = otherModeIds.length === 0 ? {} : { _meta: { parley: { modeIds: otherModeIds } } };
  return {
    ...(modeId === undefined ? {} : { modes: { currentModeId: modeId, availableModes: modes, ...others } }),
    ...(modelId === undefined
      ? {}
      : {
          models: {
            currentModelId: modelId,
            availableModels: models.map(({ id, name, description }) => ({ modelId: id, name, description })),
          },
        }),
    ...(configOptions.length === 0 ? {} : { configOptions: toConfigOptions(choices) }),
  };
}

/** Options of unknown kinds are kept for readers of the log, but they cannot be set, so they are not offered. */
function toConfigOptions({ configOptions }: OpenedSession["choices"]): Known<SessionConfigOption>[] {
  return configOptions.filter((option) => !isUnknown(option));
}

function unknownMode(modeId: string, known: readonly string[]): FieldError {
  const names = [...new Set(known)];
  const near = findNearestName(modeId, names);
  const hint = near === undefined ? "" : `. Did you mean ${near}?`;
  const message = `Mode "${modeId}" not found; available: ${names.join(", ") || "none"}${hint}`;
  return new FieldError("modeId", "", "bad_input", message);
}
