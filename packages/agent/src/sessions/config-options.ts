// The options of a session as clients show them, one row each, and a client's selection as a change of settings.
import type { SessionModeState } from "@parley/acp";
import { APPROVAL_LEVELS, type ApprovalLevel } from "@parley/policy";
import { RpcError } from "@parley/rpc";
import { checkModelName } from "../models/model-name.ts";
import { THINKING_LEVELS, type ModelInfo, type ThinkingLevel } from "../models/model.ts";
import { defaultModeOf, modesOf, parseModeId, toSessionModeState } from "../modes/choose.ts";
import { SLOTS, type AgentMode, type Slot } from "../modes/mode.ts";
import type { SessionSettings } from "./settings.ts";
import type { ConfigOption } from "./wire.ts";

export interface Choices {
  readonly settings: SessionSettings;
  /** All modes, of every slot. */
  readonly modes: readonly AgentMode[];
  readonly models: readonly ModelInfo[];
}

interface Choice {
  readonly value: string;
  readonly name: string;
  readonly description?: string;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly category?: string;
  readonly current: (settings: SessionSettings) => string;
  readonly choices: (choices: Choices) => readonly Choice[];
}

const APPROVALS: Readonly<Record<ApprovalLevel, string>> = {
  supervised: "Asks before every change; reading is allowed",
  auto: "Asks before risky actions",
  bypass: "Asks only before dangerous actions",
  autopilot: "Never asks, and continues automatically until the plan is done",
};

const SLOT_NAMES: Readonly<Record<Slot, string>> = { coding: "Coding", assistant: "Assistant" };

const ROWS: readonly Row[] = [
  {
    id: "mode",
    name: "Mode",
    description: "The agent's role and the tools it has",
    category: "mode",
    current: ({ modeId }) => modeId,
    choices: ({ settings, modes }) =>
      modesOf(modes, settings.slot, settings.modeId).map(({ id, name, description }) => ({
        value: id,
        name,
        description,
      })),
  },
  {
    id: "model",
    name: "Model",
    description: "The model that answers",
    category: "model",
    current: ({ modelId }) => modelId,
    choices: ({ settings, models }) => withCurrent(models, settings.modelId),
  },
  {
    id: "approval",
    name: "Approval",
    description: "What the agent may do without asking",
    current: ({ approval }) => approval,
    choices: () => APPROVAL_LEVELS.map((value) => ({ value, name: capitalise(value), description: APPROVALS[value] })),
  },
  {
    id: "thinking",
    name: "Thinking",
    description: "How long the model thinks before it answers, if it supports thinking",
    category: "thought_level",
    current: ({ thinking }) => thinking,
    choices: () => THINKING_LEVELS.map((value) => ({ value, name: capitalise(value) })),
  },
  {
    id: "slot",
    name: "Slot",
    description: "The family of modes to choose from",
    current: ({ slot }) => slot,
    choices: () => SLOTS.map((value) => ({ value, name: SLOT_NAMES[value] })),
  },
];

export function toConfigOptions(choices: Choices): ConfigOption[] {
  return ROWS.map(({ id, name, description, category, current, choices: list }) => ({
    id,
    name,
    description,
    ...(category === undefined ? {} : { category }),
    type: "select",
    currentValue: current(choices.settings),
    options: [...list(choices)],
  }));
}

export function toModeState({ settings: { slot, modeId }, modes }: Choices): SessionModeState {
  return toSessionModeState(modes, slot, modeId);
}

/** Throws an error for the client. */
export function toChange(configId: string, value: unknown, choices: Choices): Partial<SessionSettings> {
  const row = ROWS.find(({ id }) => id === configId);
  if (row === undefined) {
    throw RpcError.invalidParams(`unknown configId ${configId}; valid values: ${ROWS.map(({ id }) => id).join(", ")}`, {
      configId,
    });
  }
  if (typeof value !== "string")
    throw RpcError.invalidParams(`${configId} must be one of its options`, { configId, value });
  const isOffered = row.choices(choices).some((choice) => choice.value === value);
  if (configId === "model") return modelChange(value, choices);
  if (configId === "mode") return modeChange(value, choices);
  if (!isOffered) {
    const known = row.choices(choices).map((choice) => choice.value);
    throw RpcError.invalidParams(`${configId} has no option ${value}; valid values: ${known.join(", ")}`, {
      configId,
      value,
    });
  }
  if (configId === "approval") return { approval: value as ApprovalLevel };
  return configId === "thinking" ? { thinking: value as ThinkingLevel } : slotChange(value as Slot, choices);
}

/** A model need not be listed, because providers have more models than we know. Malformed names are rejected. */
export function modelChange(modelId: string, { models }: Choices): Partial<SessionSettings> {
  const known = models.map(({ id }) => id);
  const named = checkModelName(modelId);
  if (!("problem" in named)) return { modelId };
  throw RpcError.invalidParams(named.problem, { configId: "model", value: modelId, models: known });
}

/** A mode of another slot also switches the slot. Approval levels are accepted too, because other agents offer them as modes. */
export function modeChange(modeId: string, { settings, modes }: Choices): Partial<SessionSettings> {
  const chosen = parseModeId(modeId, modes, settings.slot);
  if ("mode" in chosen) return { modeId: chosen.mode.id, slot: chosen.mode.slot };
  if ("approval" in chosen) return { approval: chosen.approval };
  const { known } = chosen;
  throw RpcError.invalidParams(`unknown mode ${modeId}; valid values: ${known.join(", ")}`, { modeId, modes: known });
}

function slotChange(slot: Slot, { settings, modes }: Choices): Partial<SessionSettings> {
  if (slot === settings.slot) return {};
  return { slot, modeId: defaultModeOf(modes, slot)?.id ?? settings.modeId };
}

function withCurrent(models: readonly ModelInfo[], modelId: string): readonly Choice[] {
  const listed = models.map(({ id, name, contextTokens }) => ({
    value: id,
    name,
    description: `${Math.round(contextTokens / 1000)}k tokens`,
  }));
  return listed.some(({ value }) => value === modelId) ? listed : [...listed, { value: modelId, name: modelId }];
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
