// What models need from their environment: variables, saved credentials, network, time.
import type { Clock, Log } from "@parley/base";
import type { ModelLimits } from "../limits.ts";
import type { ModelInfo } from "./model.ts";

export interface ModelEnvironment {
  /** An environment variable; an empty one counts as unset. */
  variable(name: string): string | undefined;
  /** A saved credential, by the name of its variable. A variable that is set takes precedence. */
  secret(name: string): string | undefined | Promise<string | undefined>;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits?: Partial<ModelLimits> | undefined;
  /** The user's settings for models, which override our table. */
  readonly overrides?: (() => Promise<ModelOverrides>) | undefined;
  /** Ends early, without a throw, when the signal aborts. Undefined: the machine's own time. */
  readonly wait?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** From 0 to 1. Undefined: a different number each time. */
  readonly random?: (() => number) | undefined;
}

export type ModelOverride = Partial<Omit<ModelInfo, "id" | "isOffline">>;
/** By id. */
export type ModelOverrides = Readonly<Record<string, ModelOverride>>;

/** The variable if it is set, otherwise the saved credential. */
export async function readSetting(environment: ModelEnvironment, name: string): Promise<string | undefined> {
  return readVariable(environment, name) ?? toValue(await readSecret(environment, name));
}

export function readVariable(environment: ModelEnvironment, name: string): string | undefined {
  return toValue(environment.variable(name));
}

/** The first one that is set. */
export async function readFirst(environment: ModelEnvironment, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const value = await readSetting(environment, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** A store that cannot be read counts as empty; its owner reports the error. */
async function readSecret(environment: ModelEnvironment, name: string): Promise<string | undefined> {
  try {
    return await environment.secret(name);
  } catch (error) {
    environment.log.write("warn", "reading a saved credential failed", { name, reason: String(error) });
    return undefined;
  }
}

function toValue(text: string | undefined): string | undefined {
  const value = text?.trim();
  return value === "" ? undefined : value;
}
