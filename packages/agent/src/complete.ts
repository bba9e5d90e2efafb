// One answer of the configured model, without tools: for whoever has something to decide about prompts.
import { ParleyError, silentLog, systemClock, type Log } from "@parley/base";
import { openCredentials } from "./auth/credentials.ts";
import { readModelOverrides } from "./config/model-overrides.ts";
import { defaultModelId } from "./models/default-model.ts";
import type { ModelEnvironment } from "./models/environment.ts";
import type { Model } from "./models/model.ts";
import { openModel } from "./models/open-model.ts";

export interface CompleteOptions {
  /** Where kept keys are. */
  readonly parleyHome: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `provider/model`; as for a session in which nobody has chosen one, unless given. */
  readonly modelId?: string | undefined;
  readonly log?: Log | undefined;
}

/** Rejects with `connection_failed` if the model fails. */
export type Complete = (prompt: string, signal: AbortSignal) => Promise<string>;

/** Undefined where there is no model but the script, which decides nothing, or the one that is named cannot be had. */
export async function findComplete({
  parleyHome,
  env,
  modelId,
  log = silentLog,
}: CompleteOptions): Promise<Complete | undefined> {
  const credentials = openCredentials(parleyHome, { log });
  const { overrides, problems } = await readModelOverrides(parleyHome);
  for (const problem of problems) log.write("warn", problem);
  const environment: ModelEnvironment = {
    variable: (name) => env[name],
    secret: (name) => credentials.secret(name),
    fetch,
    clock: systemClock,
    log,
    overrides: () => Promise.resolve(overrides),
  };
  const opened = await openModel(modelId ?? (await defaultModelId(environment)), environment);
  if ("failure" in opened) {
    log.write("info", "No model decides about prompts", { reason: opened.failure.message });
    return undefined;
  }
  const { model } = opened;
  return model.info.isOffline === true ? undefined : (prompt, signal) => complete(model, prompt, signal);
}

async function complete(model: Model, prompt: string, signal: AbortSignal): Promise<string> {
  const messages = [{ role: "user", parts: [{ type: "text", text: prompt }] }] as const;
  const request = { system: "", messages, tools: [], thinking: "off" } as const;
  let text = "";
  for await (const event of model.stream(request, signal)) {
    if (event.type === "text") text += event.text;
    // What came of an attempt that failed was nothing.
    else if (event.type === "retry") text = "";
    else if (event.type === "failure") {
      throw new ParleyError({ code: "connection_failed", message: `${model.info.id}: ${event.failure.message}` });
    }
  }
  signal.throwIfAborted();
  return text;
}
