// Opens a model by `provider/model`, or returns what is wrong.
import { findAccess, keysOf, secretsOf, signedInWith } from "./access.ts";
import { createProvidedModel } from "./ai-sdk/create-model.ts";
import { dialects } from "./ai-sdk/dialects.ts";
import { describeModel, knownModels } from "./catalogue.ts";
import type { ModelEnvironment } from "./environment.ts";
import { NAMED_MODELS_MAX } from "../limits.ts";
import { listModels } from "./list-models.ts";
import { fetchModelList } from "./listing.ts";
import { checkModelName } from "./model-name.ts";
import { formatModelId } from "./model-id.ts";
import type { Model, ModelFailure, ModelInfo } from "./model.ts";
import { scriptInfo } from "./offline/script-info.ts";
import type { Access, Provider } from "./provider.ts";

export type OpenedModel = { readonly model: Model; prepare(): Promise<void> } | { readonly failure: ModelFailure };

/**
 * Checks the configuration without any request. The provider's package is imported by the first request or by `prepare`,
 * which is meant for idle time. `prepare` never fails; the first request reports errors.
 */
export async function openModel(id: string, environment: ModelEnvironment): Promise<OpenedModel> {
  const named = checkModelName(id);
  if ("offline" in named) return openScript();
  if ("problem" in named) return { failure: await unknown(named.problem, environment) };
  const { provider, model } = named;
  const found = await findAccess(provider, environment);
  if ("failure" in found) return found;
  const info = describeModel(provider.id, model, await environment.overrides?.());
  return openProvided(provider, model, info, found.access, environment);
}

function openProvided(
  provider: Provider,
  name: string,
  info: ModelInfo,
  access: Access,
  environment: ModelEnvironment,
): OpenedModel {
  let loading: ReturnType<Provider["load"]> | undefined;
  const load = (): ReturnType<Provider["load"]> => (loading ??= provider.load(name, access));
  const model = createProvidedModel({
    info,
    model: name,
    dialect: dialects[provider.dialect],
    environment,
    load,
    spoken: {
      title: provider.title,
      modelId: info.id,
      address: access.baseUrl ?? provider.where?.(access) ?? provider.title,
      signedInWith: signedInWith(access),
      variables: keysOf(provider),
      secrets: secretsOf(access),
    },
    listModels: (signal) => listForFailure(provider, access, environment, signal),
  });
  return { model, prepare: () => load().then(noWord, noWord) };
}

/** The script language is loaded on first use. */
async function openScript(): Promise<OpenedModel> {
  const { playScript } = await import("./offline/script-model.ts");
  return { model: { info: scriptInfo, stream: playScript }, prepare: () => Promise.resolve() };
}

async function listForFailure(
  provider: Provider,
  access: Access,
  environment: ModelEnvironment,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const listed = await fetchModelList(provider, access, environment, signal);
  const names = listed === undefined || listed.length === 0 ? knownModels(provider.id) : listed;
  return names.slice(0, NAMED_MODELS_MAX).map((name) => formatModelId(provider.id, name));
}

async function unknown(message: string, environment: ModelEnvironment): Promise<ModelFailure> {
  const models = await listModels(environment);
  return {
    kind: "model_unknown",
    message,
    remedy: "Select one of the available models, or sign in to another provider.",
    models: models.slice(0, NAMED_MODELS_MAX).map(({ id }) => id),
  };
}

function noWord(): void {
  // Errors are reported by the first request.
}
