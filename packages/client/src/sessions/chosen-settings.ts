// The choices of a session: set now, and restored when a new process has forgotten them.
import type { SessionEventBody } from "@parley/acp";
import type { Choices } from "./choices.ts";
import type { SessionLink } from "./session-host.ts";
import { setConfigOption, setMode, setModel, type Setting } from "./set-choices.ts";

export class ChosenSettings {
  readonly #choices: Choices;
  readonly #record: (body: SessionEventBody) => void;
  #modeId: string | undefined;
  #modelId: string | undefined;
  readonly #config = new Map<string, string | boolean>();

  constructor(choices: Choices, record: (body: SessionEventBody) => void) {
    this.#choices = choices;
    this.#record = record;
  }

  async setMode(link: SessionLink, modeId: string): Promise<void> {
    await setMode(this.#setting(link), modeId);
    this.#modeId = modeId;
  }

  async setModel(link: SessionLink, modelId: string): Promise<void> {
    await setModel(this.#setting(link), modelId);
    this.#modelId = modelId;
  }

  async setConfigOption(link: SessionLink, configId: string, value: string | boolean): Promise<void> {
    await setConfigOption(this.#setting(link), configId, value);
    this.#config.set(configId, value);
    // Another option may have changed the mode; the earlier choice must not be restored with the next process.
    if (this.#modeId !== undefined) this.#modeId = this.#choices.modeId;
  }

  /** A mode may protect against harm, so the user is informed if it cannot be restored. */
  async restore(link: SessionLink): Promise<void> {
    const [mode, model] = [this.#modeId, this.#modelId];
    const steps: [what: string, isSet: () => boolean, set: () => Promise<void>][] = [];
    if (model !== undefined) {
      steps.push([`model ${model}`, () => this.#choices.modelId === model, () => this.setModel(link, model)]);
    }
    for (const [id, value] of this.#config) {
      steps.push([`option ${id}`, () => this.#isSet(id, value), () => this.setConfigOption(link, id, value)]);
    }
    if (mode !== undefined) {
      steps.push([`mode ${mode}`, () => this.#choices.modeId === mode, () => this.setMode(link, mode)]);
    }
    for (const [what, isSet, set] of steps) {
      if (isSet()) continue;
      try {
        await set();
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        this.#record({ type: "note", level: "warning", text: `Could not restore the ${what}: ${why}` });
      }
    }
  }

  #isSet(id: string, value: string | boolean): boolean {
    return this.#choices.configOptions.some(
      (option) => option.type !== undefined && option.id === id && option.currentValue === value,
    );
  }

  #setting(link: SessionLink): Setting {
    return { link, choices: this.#choices, record: this.#record };
  }
}
