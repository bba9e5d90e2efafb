// The models that can be used here and now.
import { findAccess, hasOwnAddress, isConfigured } from "./access.ts";
import { describeModel, knownModels } from "./catalogue.ts";
import type { ModelEnvironment } from "./environment.ts";
import { defaultModelLimits } from "./limits.ts";
import { fetchModelList } from "./listing.ts";
import type { ModelInfo } from "./model.ts";
import { scriptInfo } from "./offline/script-info.ts";
import type { Provider } from "./provider.ts";
import { providers } from "./providers.ts";

/**
 * Those of every provider that has what it needs, and the script, which needs nothing. `ask`: takes as long as the slowest
 * server's list may; `known`: asks nobody, and has of such servers what they said not long ago.
 */
export async function listModels(
  environment: ModelEnvironment,
  how: "ask" | "known" = "ask",
): Promise<readonly ModelInfo[]> {
  const overrides = await environment.overrides?.();
  const found = await Promise.all(
    providers.map(async (provider) => {
      const names = (await isOffered(provider, environment)) ? await namesOf(provider, environment, how) : [];
      return names.map((model) => describeModel(provider.id, model, overrides));
    }),
  );
  return [...found.flat(), scriptInfo];
}

/** Of one provider's models, from its server where only that can know. */
export async function namesOf(
  provider: Provider,
  environment: ModelEnvironment,
  how: "ask" | "known" = "ask",
): Promise<readonly string[]> {
  return provider.models === "catalogue" ? knownModels(provider.id) : askOnce(provider, environment, how);
}

/**
 * Of the two that read `OPENAI_BASE_URL`, the one that fits: whoever sets it to a server of their own means chat completions,
 * and that server has none of OpenAI's models.
 */
export async function isOffered(provider: Provider, environment: ModelEnvironment): Promise<boolean> {
  if (!(await isConfigured(provider, environment))) return false;
  if (provider.id !== "openai" && provider.id !== "openai-compatible") return true;
  const openai = providers.find(({ id }) => id === "openai") ?? provider;
  return (await hasOwnAddress(openai, environment)) === (provider.id === "openai-compatible");
}

interface KeptList {
  readonly atMs: number;
  readonly names: Promise<readonly string[]>;
}

/** Clients ask for the list again and again; servers should not be. Kept as long as the environment lives. */
const kept = new WeakMap<ModelEnvironment, Map<string, KeptList>>();

async function askOnce(
  provider: Provider,
  environment: ModelEnvironment,
  how: "ask" | "known",
): Promise<readonly string[]> {
  const lists = kept.get(environment) ?? new Map<string, KeptList>();
  kept.set(environment, lists);
  const nowMs = environment.clock.now();
  const before = lists.get(provider.id);
  const keptMs = environment.limits?.listKeptMs ?? defaultModelLimits.listKeptMs;
  if (before !== undefined && nowMs - before.atMs < keptMs) return before.names;
  if (how === "known") return [];
  const names = ask(provider, environment);
  lists.set(provider.id, { atMs: nowMs, names });
  return names;
}

async function ask(provider: Provider, environment: ModelEnvironment): Promise<readonly string[]> {
  const found = await findAccess(provider, environment);
  if ("failure" in found) return [];
  return (await fetchModelList(provider, found.access, environment)) ?? [];
}
