// The models of a session: opened when they are first used, and kept while they are the one that is chosen.
import type { ModelEnvironment } from "../models/environment.ts";
import type { Model, ModelFailure } from "../models/model.ts";
import { openModel } from "../models/open-model.ts";

export class Models {
  readonly #environment: ModelEnvironment;
  #current: { readonly id: string; readonly model: Model } | undefined;

  constructor(environment: ModelEnvironment) {
    this.#environment = environment;
  }

  /** Of the one that was last used. */
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

  /** Who was signed in may not be any more, or be somebody else: it is opened anew. */
  forget(): void {
    this.#current = undefined;
  }

  /** What the provider needs is loaded while nobody waits. */
  async prepare(id: string): Promise<void> {
    const opened = await this.open(id);
    if ("prepare" in opened) await opened.prepare();
  }
}
