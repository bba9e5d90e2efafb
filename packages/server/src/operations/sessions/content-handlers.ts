// Changes to a session other than prompts: messages, extensions, choices, handover.
import type { Reply } from "@parley/contract";
import type { OpenedSession } from "@parley/hub";
import { setConfigOption, setMode, setPolicy } from "../../auth/levels.ts";
import { readExtension, showExtensions } from "../extensions/translate.ts";
import { defineHandlers } from "../handler.ts";
import { inField } from "../input/field-error.ts";
import { toBlocks } from "../messages/given-message.ts";
import { toLaunch, toNativeSession, toPolicy } from "./translate.ts";

export const sessionContentHandlers = defineHandlers({
  "sessions/addMessage": async ({ id, role, content }, { hub }) =>
    hub.sessions.addMessage(id, role === "user" ? "user" : "agent", toBlocks({ role, content })),
  "sessions/handover": async ({ id, agent }, { hub, baseUrl }) =>
    toNativeSession(await hub.sessions.handOver(id, agent), baseUrl()),

  "sessions/extensions": async ({ id }, { hub }) => showExtensions(await hub.sessions.get(id)),
  "sessions/addExtension": async ({ id, ...given }, { hub }) =>
    showExtensions(await hub.sessions.addExtension(id, readExtension(given))),
  "sessions/removeExtension": async ({ id, name }, { hub }) =>
    showExtensions(await hub.sessions.removeExtension(id, name)),

  "sessions/setPolicy": async ({ id, ...given }, { hub, caller, actor, baseUrl }) =>
    toNativeSession(await setPolicy(hub, caller, id, toPolicy(given), actor), baseUrl()),

  "sessions/setLaunch": async ({ id, ...given }, { hub, baseUrl }) =>
    toNativeSession(await hub.sessions.setLaunch(id, toLaunch(given)), baseUrl()),

  "sessions/choices": async ({ id }, { hub }) => showChoices(await hub.sessions.open(id)),
  "sessions/setMode": async ({ id, mode_id: modeId }, { hub, caller, actor }) =>
    showChoices(await inField("mode_id", () => setMode(hub, caller, id, modeId, actor))),
  "sessions/setModel": async ({ id, model_id: modelId }, { hub }) =>
    showChoices(await inField("model_id", () => hub.sessions.setModel(id, modelId))),
  "sessions/setOption": async ({ id, configId, value }, { hub, caller, actor }) =>
    showChoices(await inField("value", () => setConfigOption(hub, caller, id, configId, value, actor))),
});

function showChoices({ choices, commands }: OpenedSession): Reply<"sessions/choices"> {
  const { modes, modeId, models, modelId, configOptions } = choices;
  return { choices: { modes, modeId, models, modelId, configOptions }, commands };
}
