// The model of a new session and the state of each provider, to diagnose missing configuration.
import { silentLog, systemClock, type Log } from "@parley/base";
import { openCredentials } from "./credentials.ts";
import { needsSignIn } from "./methods.ts";
import { isConfigured } from "../models/access.ts";
import { defaultModelId } from "../models/default-model.ts";
import type { ModelEnvironment } from "../models/environment.ts";
import { openModel } from "../models/open-model.ts";
import { providers } from "../models/providers.ts";

export interface ModelStatusOptions {
  readonly parleyHome: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The configured model; undefined if none is configured. */
  readonly modelId?: string | undefined;
  readonly log?: Log | undefined;
}

export interface ProviderStatus {
  readonly id: string;
  readonly title: string;
  /** Where its key comes from; undefined if it has none. */
  readonly source?: "environment" | "saved" | undefined;
}

export interface ModelStatus {
  readonly model: {
    readonly id: string;
    /** The offline demo, because no model is configured. */
    readonly isOffline: boolean;
    readonly problem?: string | undefined;
    readonly remedy?: string | undefined;
  };
  /** The providers that need a key. */
  readonly providers: readonly ProviderStatus[];
}

/** Makes no requests, except to a custom server that lists its own models. */
export async function readModelStatus(options: ModelStatusOptions): Promise<ModelStatus> {
  const { parleyHome, env, log = silentLog } = options;
  const credentials = openCredentials(parleyHome, { log });
  const saved: ModelEnvironment = {
    variable: (name) => env[name],
    secret: (name) => credentials.secret(name),
    fetch,
    clock: systemClock,
    log,
  };
  const unsaved: ModelEnvironment = { ...saved, secret: () => undefined };
  const statuses = providers.filter(needsSignIn).map(async (provider): Promise<ProviderStatus> => {
    const { id, title } = provider;
    if (await isConfigured(provider, unsaved)) return { id, title, source: "environment" };
    return (await isConfigured(provider, saved)) ? { id, title, source: "saved" } : { id, title };
  });
  const id = options.modelId ?? (await defaultModelId(saved));
  const opened = await openModel(id, saved);
  const model =
    "failure" in opened
      ? { id, isOffline: false, problem: opened.failure.message, remedy: opened.failure.remedy }
      : { id, isOffline: opened.model.info.isOffline === true };
  return { model, providers: await Promise.all(statuses) };
}
