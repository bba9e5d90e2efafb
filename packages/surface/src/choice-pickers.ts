// An agent's choices as lists: its modes, its models and its other options.
import { t } from "@parley/base";
import { isUnknown, type SessionConfigOption } from "@parley/acp";
import type { Operations } from "@parley/contract";
import type { Picker } from "@parley/chat-ui";

export type Choices = Operations["sessions/choices"]["reply"]["choices"];

/** The level as an option, which sessions have once their agent has started. */
export const APPROVAL = "approval";
/** Levels at which an agent may do dangerous things without asking. */
export const BOLD: ReadonlySet<string> = new Set(["bypass", "autopilot"]);

export function toChoicePickers({ modes, modeId, models, modelId, configOptions }: Choices): readonly Picker[] {
  return [
    ...toList("mode", t("Mode"), modeId, modes),
    ...toList("model", t("Model"), modelId, models),
    ...configOptions.flatMap((option) => toOption(option, modes.length > 0, models.length > 0)),
  ];
}

/** The choices for a new session; the others are below its composer. */
export function toStartPickers(choices: Choices): readonly Picker[] {
  const options = choices.configOptions.filter(
    (option) => !isUnknown(option) && (option.category === "mode" || option.category === "model"),
  );
  return toChoicePickers({ ...choices, configOptions: options });
}

function toList(
  id: string,
  name: string,
  value: string | undefined,
  list: readonly { readonly id: string; readonly name: string }[],
): readonly Picker[] {
  if (value === undefined || list.length === 0) return [];
  return [{ id, name, value, options: list.map((one) => ({ value: one.id, label: one.name })) }];
}

/** Modes and models that are also options are listed once. */
function toOption(option: SessionConfigOption, hasModes: boolean, hasModels: boolean): readonly Picker[] {
  if (isUnknown(option)) return [];
  const { id, name, category } = option;
  if ((category === "mode" && hasModes) || (category === "model" && hasModels)) return [];
  if (option.type === "boolean") {
    const options = [
      { value: "true", label: t("{0}: on", name) },
      { value: "false", label: t("{0}: off", name) },
    ];
    return [{ id, name, value: String(option.currentValue), options }];
  }
  const values = option.options.flatMap((one) => ("options" in one ? one.options : [one]));
  const options = values.map((one) => ({ value: one.value, label: one.name }));
  const isMarked = id === APPROVAL && BOLD.has(option.currentValue);
  return [{ id, name, value: option.currentValue, options, isMarked }];
}
