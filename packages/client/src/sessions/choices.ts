// The modes, models and config options of a session.
import type {
  AvailableCommand,
  SessionConfigOption,
  SessionModelState,
  SessionModeState,
  SessionUpdate,
} from "@parley/acp";
import { isObject } from "@parley/base";
import type { SessionChoices } from "./session.ts";

/** The state that an agent reports when it creates or restores a session. */
export interface SessionState {
  readonly modes?: SessionModeState | null | undefined;
  readonly configOptions?: readonly SessionConfigOption[] | null | undefined;
  readonly models?: SessionModelState | null | undefined;
}

type Select = Extract<SessionConfigOption, { type: "select" }>;

export interface Choice {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
}

export class Choices implements SessionChoices {
  #modes: SessionModeState | undefined;
  #models: SessionModelState | undefined;
  /** The current mode, however it was reported. */
  #modeId: string | undefined;
  configOptions: readonly SessionConfigOption[] = [];
  commands: readonly AvailableCommand[] = [];

  reset({ modes, configOptions, models }: SessionState): void {
    this.#modes = modes ?? undefined;
    this.#models = models ?? undefined;
    this.#modeId = modes?.currentModeId;
    this.takeOptions(configOptions ?? []);
  }

  take(update: SessionUpdate): void {
    const { sessionUpdate: kind } = update;
    if (kind === "current_mode_update") this.#modeId = update.currentModeId;
    else if (kind === "config_option_update") this.takeOptions(update.configOptions);
    else if (kind === "available_commands_update") this.commands = update.availableCommands;
  }

  takeOptions(options: readonly SessionConfigOption[]): void {
    const before = this.select("mode")?.currentValue;
    this.configOptions = options;
    const after = this.select("mode")?.currentValue;
    if (after !== undefined && after !== before) this.#modeId = after;
  }

  takeMode(modeId: string): void {
    this.#modeId = modeId;
  }

  takeModel(modelId: string): void {
    if (this.#models !== undefined) this.#models = { ...this.#models, currentModelId: modelId };
  }

  /** The option of that category, by which a mode or model is set. */
  select(category: "mode" | "model"): Select | undefined {
    return this.configOptions.find(
      (option): option is Select => option.type === "select" && option.category === category,
    );
  }

  get hasOldModes(): boolean {
    return this.#modes !== undefined;
  }

  get hasOldModels(): boolean {
    return this.#models !== undefined;
  }

  get modes(): readonly Choice[] {
    const select = this.select("mode");
    if (select !== undefined) return valuesOf(select);
    return (this.#modes?.availableModes ?? []).map(({ id, name, description }) => toChoice(id, name, description));
  }

  get modeId(): string | undefined {
    return this.#modeId;
  }

  /** Our own agent lists one slot's modes, and names the others in `_meta`. */
  get otherModeIds(): readonly string[] {
    const { _meta: meta } = this.#modes ?? {};
    const own = meta?.["parley"];
    const ids: unknown = isObject(own) ? own["modeIds"] : undefined;
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === "string") : [];
  }

  get models(): readonly Choice[] {
    const select = this.select("model");
    if (select !== undefined) return valuesOf(select);
    const models = this.#models?.availableModels ?? [];
    return models.map(({ modelId, name, description }) => toChoice(modelId, name, description));
  }

  get modelId(): string | undefined {
    return this.select("model")?.currentValue ?? this.#models?.currentModelId;
  }
}

export function valuesOf({ options }: Select): readonly Choice[] {
  const flat = options.flatMap((option) => ("options" in option ? option.options : [option]));
  return flat.map(({ value, name, description }) => toChoice(value, name, description));
}

function toChoice(id: string, name: string, description: string | null | undefined): Choice {
  return { id, name, ...(typeof description === "string" && { description }) };
}
