// The parts of a model of an AI SDK provider.
import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { ModelEnvironment } from "../environment.ts";
import type { Spoken } from "../failures/judge-error.ts";
import type { Reader } from "./to-prompt.ts";

export interface ProvidedModel extends Reader {
  readonly spoken: Spoken;
  readonly environment: ModelEnvironment;
  /** The provider's model, imported on first use. */
  readonly load: () => Promise<LanguageModelV3>;
  /** The available models, for the error that this one was not found. */
  readonly listModels: (signal: AbortSignal) => Promise<readonly string[]>;
}
