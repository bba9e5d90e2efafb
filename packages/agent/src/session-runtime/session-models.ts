// The models of a session: opened on first use, and kept while selected.
import type { ModelEnvironment } from "../models/environment.ts";
import type { Model, ModelFailure } from "../models/model.ts";
import { openModel } from "../models/open-model.ts";

export class Models {
  readonly #environment: ModelEnvironment;
  #current: { readonly id: string; readonly model: Model } | undefined;

  constructor(environment: ModelEnvironment) {
    this.#environment = environment;
  }

  /** Context window of the model used last. */
  get contextTokens(): number | undefined {
    return this.#current?.model.info.contextTokens;
  }

  async open(
    id: string,
  ): Promise<{ readonly model: Model; readonly prepare?: () => Promise<void> } | { readonly failure: ModelFailure }> {
    if (this.#current?.id === id) return this.#current;
    const opened = await openModel(id, this.#environment);
    if ("model" in opened) this.#current = { id, model: opened.model };
    return opened;
  }

  /** Reopens the model on next use, because the credentials may have changed. */
  forget(): void {
    this.#current = undefined;
  }

  /** Loads what the provider needs, ahead of the first prompt. */
  async prepare(id: string): Promise<void> {
    const opened = await this.open(id);
    if ("prepare" in opened) await opened.prepare();
  }
}
