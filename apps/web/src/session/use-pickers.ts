// The lists under the composer: agent, mode, model, the agent's further options, and the approval level.
import { isUnknown, type SessionConfigOption } from "@parley/acp";
import type { SessionView } from "@parley/chat-model";
import { useView, type Picker } from "@parley/chat-ui";
import { useEffect, useMemo } from "react";
import { useServer } from "../server/page-server.ts";
import type { SessionChoices } from "../server/session-choices.ts";

const LEVELS = [
  { value: "supervised", label: "Supervised" },
  { value: "auto", label: "Auto" },
  { value: "bypass", label: "Bypass" },
  { value: "autopilot", label: "Autopilot" },
] as const;

/** The level as an option, which sessions have once their agent was started. */
const APPROVAL = "approval";
/** Levels at which an agent does dangerous things without asking. */
const BOLD = new Set(["bypass", "autopilot"]);

export function usePickers(sessionId: string, view: SessionView, store: SessionChoices): readonly Picker[] {
  const { sessions, agents } = useServer();
  const session = useView(sessions, (list) => list.get(sessionId));
  const entries = useView(agents, (list) => list.agents);
  const choices = useView(store, (current) => current.choices);
  const modeId = useView(view, ({ state }) => state.modeId);
  const modes = useView(view, ({ state }) => state.modes);
  const configOptions = useView(view, ({ state }) => state.configOptions);
  const agent = session?.agent;
  // Another surface or the agent itself may have chosen.
  useEffect(() => void store.refresh(), [store, modeId, configOptions, agent]);
  return useMemo(() => {
    const known = choices ?? { modes, modeId: modeId ?? undefined, models: [], modelId: undefined, configOptions };
    const level = session?.level;
    return [
      ...(agent === undefined ? [] : [{ id: "agent", name: "Agent", value: agent, options: toAgents(entries, agent) }]),
      ...toList("mode", "Mode", known.modeId, known.modes),
      ...toList("model", "Model", known.modelId, known.models),
      ...known.configOptions.flatMap((option) => toOption(option, known.modes.length > 0, known.models.length > 0)),
      ...(level === undefined || known.configOptions.some((option) => !isUnknown(option) && option.id === APPROVAL)
        ? []
        : [{ id: "level", name: "Approval", value: level, options: LEVELS, isMarked: BOLD.has(level) }]),
    ];
  }, [choices, modes, modeId, configOptions, agent, entries, session?.level]);
}

type Agents = ReturnType<typeof useServer>["agents"]["agents"];

function toAgents(entries: Agents, current: string): Picker["options"] {
  const usable = entries.filter(
    ({ name, is_internal: isInternal, is_enabled: isEnabled, is_available: isAvailable }) =>
      name === current || (!isInternal && isEnabled && isAvailable),
  );
  return usable.map(({ name, title }) => ({ value: name, label: title }));
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

/** Modes and models that are options as well are listed once. */
function toOption(option: SessionConfigOption, hasModes: boolean, hasModels: boolean): readonly Picker[] {
  if (isUnknown(option)) return [];
  const { id, name, category } = option;
  if ((category === "mode" && hasModes) || (category === "model" && hasModels)) return [];
  if (option.type === "boolean") {
    const options = [
      { value: "true", label: `${name}: on` },
      { value: "false", label: `${name}: off` },
    ];
    return [{ id, name, value: String(option.currentValue), options }];
  }
  const values = option.options.flatMap((one) => ("options" in one ? one.options : [one]));
  const options = values.map((one) => ({ value: one.value, label: one.name }));
  const isMarked = id === APPROVAL && BOLD.has(option.currentValue);
  return [{ id, name, value: option.currentValue, options, isMarked }];
}
