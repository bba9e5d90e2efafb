// Everything that a model over a provider's package is made of.
import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { ModelEnvironment } from "../environment.ts";
import type { Spoken } from "../failures/judge-error.ts";
import type { Reader } from "./to-prompt.ts";

export interface ProvidedModel extends Reader {
  readonly spoken: Spoken;
  readonly environment: ModelEnvironment;
  /** The package's model, imported when it is needed for the first time. */
  readonly load: () => Promise<LanguageModelV3>;
  /** The models there are, for when this one is not. */
  readonly listModels: (signal: AbortSignal) => Promise<readonly string[]>;
}
