// The choices of a session's agent and the current selection: requested once, then updated from the log.
import { isUnknown, type AvailableCommand, type SessionConfigOption, type SessionEvent } from "@parley/acp";
import type { TranscriptState } from "@parley/acp/transcript";
import type { Operations } from "@parley/contract";
import type { RecordedEvent, SessionChoices } from "./conversation.ts";

type Select = Extract<SessionConfigOption, { type: "select" }>;

const NOTHING: SessionChoices = { modes: [], modeId: undefined, models: [], modelId: undefined, configOptions: [] };

export class SessionOffer {
  choices: SessionChoices = NOTHING;
  commands: readonly AvailableCommand[] = [];
  level: string | undefined;

  constructor(level: string | undefined) {
    this.level = level;
  }

  take({ choices, commands }: Operations["sessions/choices"]["reply"]): void {
    this.choices = { ...NOTHING, ...choices };
    this.commands = commands;
  }

  /** The state from a resumed log, until the agent was asked. */
  seed({ modeId, modes, configOptions, commands }: TranscriptState): void {
    if (this.choices === NOTHING) this.#change({ configOptions, commands, modes, modeId });
    else if (this.commands.length === 0) this.commands = commands;
  }

  /** Whether something changed. */
  apply({ event, patches }: RecordedEvent): boolean {
    let isChanged = this.#applyPolicy(event);
    for (const patch of patches) {
      if (patch.type === "state_changed") isChanged = this.#change(patch.changes) || isChanged;
    }
    return isChanged;
  }

  #applyPolicy(event: SessionEvent): boolean {
    if (event.type !== "config" || event.policy === undefined) return false;
    this.level = event.policy.level;
    return true;
  }

  #change({ modeId, modes, configOptions, commands }: Partial<TranscriptState>): boolean {
    const { choices } = this;
    if (modes !== undefined && modes.length > 0) this.choices = { ...this.choices, modes };
    if (configOptions !== undefined) this.choices = withOptions(this.choices, configOptions);
    if (modeId !== undefined) this.choices = { ...this.choices, modeId: modeId ?? undefined };
    if (commands !== undefined) this.commands = commands;
    return this.choices !== choices || commands !== undefined;
  }
}

/** Newer agents offer modes and models as options. */
function withOptions(choices: SessionChoices, configOptions: readonly SessionConfigOption[]): SessionChoices {
  const mode = findSelect(configOptions, "mode");
  const model = findSelect(configOptions, "model");
  return {
    ...choices,
    configOptions,
    ...(mode !== undefined && { modes: valuesOf(mode), modeId: mode.currentValue }),
    ...(model !== undefined && { models: valuesOf(model), modelId: model.currentValue }),
  };
}

function findSelect(options: readonly SessionConfigOption[], category: "mode" | "model"): Select | undefined {
  return options.find(
    (option): option is Select => !isUnknown(option) && option.type === "select" && option.category === category,
  );
}

function valuesOf({ options }: Select): { id: string; name: string; description?: string }[] {
  const flat = options.flatMap((option) => ("options" in option ? option.options : [option]));
  return flat.map(({ value, name, description }) => ({ id: value, name, ...(description ? { description } : {}) }));
}
