// A single answer of the configured model without tools, for decisions about prompts such as routing.
import { ParleyError, silentLog, systemClock, type Log } from "@parley/base";
import { openCredentials } from "./auth/credentials.ts";
import { readModelOverrides } from "./config/model-overrides.ts";
import { defaultModelId } from "./models/default-model.ts";
import type { ModelEnvironment } from "./models/environment.ts";
import type { Model } from "./models/model.ts";
import { openModel } from "./models/open-model.ts";

export interface CompleteOptions {
  /** `~/.parley`, with saved keys. */
  readonly parleyHome: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `provider/model` (default: the same as for a new session). */
  readonly modelId?: string | undefined;
  readonly log?: Log | undefined;
}

/** Rejects with `connection_failed` if the model fails. */
export type Complete = (prompt: string, signal: AbortSignal) => Promise<string>;

/** Undefined if only the offline demo is available, or the named model cannot be opened. */
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
    log.write("info", "no model available for decisions about prompts", { reason: opened.failure.message });
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
    // Discards the text of a failed attempt.
    else if (event.type === "retry") text = "";
    else if (event.type === "failure") {
      throw new ParleyError({ code: "connection_failed", message: `${model.info.id}: ${event.failure.message}` });
    }
  }
  signal.throwIfAborted();
  return text;
}
