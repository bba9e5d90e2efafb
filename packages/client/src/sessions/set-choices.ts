// Sets a mode, a model or an option of a session by the method that the agent supports.
import type { SessionConfigOption, SessionEventBody } from "@parley/acp";
import { ParleyError } from "@parley/base";
import { ErrorCodes, RpcError } from "@parley/rpc";
import { SMALL_REQUEST_MS } from "../limits.ts";
import { valuesOf, type Choice, type Choices } from "./choices.ts";
import type { SessionLink } from "./session-host.ts";

const timeoutMs = SMALL_REQUEST_MS;

export interface Setting {
  readonly link: SessionLink;
  readonly choices: Choices;
  readonly record: (body: SessionEventBody) => void;
}

export async function setMode(setting: Setting, modeId: string): Promise<void> {
  const { link, choices, record } = setting;
  const select = choices.select("mode");
  if (select !== undefined && valuesOf(select).some(({ id }) => id === modeId)) {
    await setConfigOption(setting, select.id, modeId);
  } else {
    if (!choices.hasOldModes) throw noChoice(link, "modes");
    if (!choices.otherModeIds.includes(modeId)) checkKnown(link, "mode", modeId, choices.modes);
    const onResult = (): void => {
      choices.takeMode(modeId);
      record({ type: "mode", modeId });
    };
    await link.run.request("session/set_mode", { sessionId: link.agentSessionId, modeId }, { onResult, timeoutMs });
  }
}

/** Only the agent knows models outside its list, so it is asked about every name. */
export async function setModel(setting: Setting, modelId: string): Promise<void> {
  const { link, choices } = setting;
  const select = choices.select("model");
  if (select === undefined && !choices.hasOldModels) throw noChoice(link, "models");
  try {
    await (select === undefined ? setOldModel(setting, modelId) : setConfigOption(setting, select.id, modelId));
  } catch (error) {
    if (!(error instanceof RpcError) || error.code !== ErrorCodes.invalidParams) throw error;
    const message = error.message.replace(/^Invalid params: /, "");
    throw new ParleyError({ code: "usage", message: `${link.run.launch.title}: ${message}`, cause: error });
  }
}

async function setOldModel({ link, choices, record }: Setting, modelId: string): Promise<void> {
  const name = choices.models.find(({ id }) => id === modelId)?.name ?? modelId;
  const onResult = (): void => {
    choices.takeModel(modelId);
    record({ type: "note", level: "info", text: `Model: ${name}` });
  };
  await link.run.request("session/set_model", { sessionId: link.agentSessionId, modelId }, { onResult, timeoutMs });
}

export async function setConfigOption(setting: Setting, configId: string, value: string | boolean): Promise<void> {
  const { link, choices, record } = setting;
  const option = choices.configOptions.find((other) => other.type !== undefined && other.id === configId);
  if (option?.type === undefined) {
    const ids = choices.configOptions.flatMap((other) => (other.type === undefined ? [] : [other.id]));
    throw unknown(link, "option", configId, ids);
  }
  if ((option.type === "boolean") !== (typeof value === "boolean")) {
    const kind = option.type === "boolean" ? "true or false" : "one of its values";
    throw new ParleyError({
      code: "usage",
      message: `The option ${configId} is ${kind}, not ${JSON.stringify(value)}`,
    });
  }
  // A model may be missing from the list.
  if (option.type === "select" && option.category !== "model") checkValue(configId, String(value), valuesOf(option));
  const sessionId = link.agentSessionId;
  const take = ({ configOptions }: { configOptions: SessionConfigOption[] }): void => {
    choices.takeOptions(configOptions);
    record({ type: "config", configOptions });
  };
  const params =
    typeof value === "boolean"
      ? { sessionId, configId, type: "boolean" as const, value }
      : { sessionId, configId, value };
  await link.run.request("session/set_config_option", params, { onResult: take, timeoutMs });
}

function checkKnown(link: SessionLink, what: string, id: string, choices: readonly Choice[]): void {
  const ids = choices.map((choice) => choice.id);
  if (!ids.includes(id)) throw unknown(link, what, id, ids);
}

function checkValue(configId: string, value: string, choices: readonly Choice[]): void {
  const ids = choices.map(({ id }) => id);
  if (ids.includes(value)) return;
  const message = `${JSON.stringify(value)} is not a value of the option ${configId}; available: ${ids.join(", ")}`;
  throw new ParleyError({ code: "usage", message });
}

function unknown({ run }: SessionLink, what: string, id: string, ids: readonly string[]): ParleyError {
  const there = ids.length === 0 ? "it has none" : `available: ${ids.join(", ")}`;
  return new ParleyError({
    code: "usage",
    message: `${run.launch.title} has no ${what} ${JSON.stringify(id)}; ${there}`,
  });
}

function noChoice({ run }: SessionLink, what: string): ParleyError {
  return new ParleyError({ code: "capability_missing", message: `${run.launch.title} has no ${what} to choose from` });
}
