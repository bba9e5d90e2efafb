// What models need from around them: variables, kept credentials, the network, time.
import type { Clock, Log } from "@parley/base";
import type { ModelLimits } from "./limits.ts";
import type { ModelInfo } from "./model.ts";

export interface ModelEnvironment {
  /** Of the process. An empty one is none. */
  variable(name: string): string | undefined;
  /** What the user has us keep, by the name of the variable that it stands for. A variable that is set goes before it. */
  secret(name: string): string | undefined | Promise<string | undefined>;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits?: Partial<ModelLimits> | undefined;
  /** What the user's settings say of models: it goes before our own table. */
  readonly overrides?: (() => Promise<ModelOverrides>) | undefined;
  /** Ends early, without a throw, when the signal aborts. Undefined: the machine's own time. */
  readonly wait?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** From 0 to 1. Undefined: a different number each time. */
  readonly random?: (() => number) | undefined;
}

export type ModelOverride = Partial<Omit<ModelInfo, "id" | "isOffline">>;
/** By id. */
export type ModelOverrides = Readonly<Record<string, ModelOverride>>;

/** A variable that is set, else what is kept in its place. */
export async function readSetting(environment: ModelEnvironment, name: string): Promise<string | undefined> {
  return readVariable(environment, name) ?? toValue(await readSecret(environment, name));
}

export function readVariable(environment: ModelEnvironment, name: string): string | undefined {
  return toValue(environment.variable(name));
}

/** The first of them that is there. */
export async function readFirst(environment: ModelEnvironment, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const value = await readSetting(environment, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** A store that cannot be read keeps nothing: whoever keeps it says so to the user, and we still have the variables. */
async function readSecret(environment: ModelEnvironment, name: string): Promise<string | undefined> {
  try {
    return await environment.secret(name);
  } catch (error) {
    environment.log.write("warn", "a kept credential cannot be read", { name, reason: String(error) });
    return undefined;
  }
}

function toValue(text: string | undefined): string | undefined {
  const value = text?.trim();
  return value === "" ? undefined : value;
}
