// The modes and options of a session. Each mode is also a value of the option `mode`, so that old and new clients agree.
import type { SessionModelState, SessionModeState } from "@parley/acp";
import type { ConfigOption } from "./wire.ts";

export interface Settings {
  readonly mode: string;
  readonly model: string;
  readonly thoughts: boolean;
}

export const initialSettings: Settings = { mode: "code", model: "offline/script", thoughts: true };

interface Choice {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

const modes: readonly Choice[] = [
  { id: "code", name: "Code", description: "Plays everything" },
  { id: "chat", name: "Chat", description: "Talks only; every tool call is refused" },
];

const models: readonly Choice[] = [
  { id: "offline/script", name: "Script", description: "Plays the prompt as a script" },
  { id: "offline/echo", name: "Echo", description: "Quotes the prompt, whatever it says" },
];

interface SelectOption {
  readonly id: "mode" | "model";
  readonly name: string;
  readonly choices: readonly Choice[];
}

const selects: readonly SelectOption[] = [
  { id: "mode", name: "Mode", choices: modes },
  { id: "model", name: "Model", choices: models },
];

/** A boolean option is only sent to clients that announced support for the type. */
export function toConfigOptions(settings: Settings, withBooleans: boolean): ConfigOption[] {
  const options: ConfigOption[] = selects.map(({ id, name, choices }) => ({
    id,
    name,
    category: id,
    type: "select",
    currentValue: settings[id],
    options: choices.map(({ id: value, name: label, description }) => ({ value, name: label, description })),
  }));
  if (withBooleans) options.push(thoughtsOption(settings));
  return options;
}

function thoughtsOption({ thoughts }: Settings): ConfigOption {
  const description = "Whether `think` is shown";
  return { id: "thoughts", name: "Thoughts", description, type: "boolean", currentValue: thoughts };
}

export function toModes({ mode }: Settings): SessionModeState {
  return { currentModeId: mode, availableModes: modes.map((choice) => ({ ...choice })) };
}

/** The form in which agents announced models before config options existed. */
export function toModels({ model }: Settings): SessionModelState {
  const availableModels = models.map(({ id, name, description }) => ({ modelId: id, name, description }));
  return { currentModelId: model, availableModels };
}

/** The settings with one changed, or a sentence that says why it cannot be changed. */
export function changeSetting(settings: Settings, id: string, value: string | boolean): Settings | string {
  if (id === "thoughts") {
    return typeof value === "boolean" ? { ...settings, thoughts: value } : "The option thoughts is true or false";
  }
  const select = selects.find((option) => option.id === id);
  if (select === undefined) return `Option ${id} not found`;
  const ids = select.choices.map((choice) => choice.id);
  if (typeof value !== "string" || !ids.includes(value)) {
    return `${JSON.stringify(value)} is not a value of ${id}; expected one of ${ids.join(", ")}`;
  }
  return { ...settings, [select.id]: value };
}
