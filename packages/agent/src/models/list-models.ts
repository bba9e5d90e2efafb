// The models that are available now.
import { findAccess, hasOwnAddress, isConfigured } from "./access.ts";
import { describeModel, knownModels } from "./catalogue.ts";
import type { ModelEnvironment } from "./environment.ts";
import { defaultModelLimits } from "../limits.ts";
import { fetchModelList } from "./listing.ts";
import type { ModelInfo } from "./model.ts";
import { scriptInfo } from "./offline/script-info.ts";
import type { Provider } from "./provider.ts";
import { providers } from "./providers.ts";

/**
 * The models of every configured provider, and the offline demo. `ask`: takes as long as the slowest
 * server's list; `known`: makes no requests and uses recent lists.
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

/** The models of one provider, from its server if only that knows them. */
export async function namesOf(
  provider: Provider,
  environment: ModelEnvironment,
  how: "ask" | "known" = "ask",
): Promise<readonly string[]> {
  return provider.models === "catalogue" ? knownModels(provider.id) : askOnce(provider, environment, how);
}

/**
 * Two providers read `OPENAI_BASE_URL`: a custom server means chat completions,
 * and does not have OpenAI's models.
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

/** Cached for the lifetime of the environment, because clients request the list often. */
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
