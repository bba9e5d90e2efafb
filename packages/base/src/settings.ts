// Configuration: one table of settings, and one rule for which layer has the say.
import { ParleyError } from "./error.ts";

/** From the strongest to the weakest. A layer that is not trusted is simply not given. */
export const CONFIG_LAYERS = ["flag", "environment", "session", "workspace", "user"] as const;
export type ConfigLayer = (typeof CONFIG_LAYERS)[number];

export interface Setting<Value> {
  readonly summary: string;
  readonly default: Value;
  /** The environment variable that sets it. */
  readonly env: string;
  /** The value, or what was expected instead. */
  readonly parse: (value: unknown) => { readonly value: Value } | { readonly expected: string };
}

export interface Settings {
  readonly logLevel: "debug" | "info" | "warn" | "error" | "silent";
  readonly color: "auto" | "always" | "never";
}

/** Adding a setting is one line in `Settings` and one row here; docs/configuration.md is held to it by a test. */
export const settings: { readonly [Name in keyof Settings]: Setting<Settings[Name]> } = {
  logLevel: {
    summary: "What is written to stderr about the work behind the scenes",
    default: "warn",
    env: "PARLEY_LOG_LEVEL",
    parse: oneOf("debug", "info", "warn", "error", "silent"),
  },
  color: {
    summary: "Colours in the terminal; auto looks at the terminal and at NO_COLOR",
    default: "auto",
    env: "PARLEY_COLOR",
    parse: oneOf("auto", "always", "never"),
  },
};

/** What one layer says, and where it was read, for the error message. */
export interface ConfigSource {
  readonly layer: ConfigLayer;
  readonly origin: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Every setting from the strongest layer that has it. A value that does not fit is an error that names its place. */
export function resolveSettings(sources: readonly ConfigSource[]): Settings {
  const ordered = sources.toSorted((a, b) => CONFIG_LAYERS.indexOf(a.layer) - CONFIG_LAYERS.indexOf(b.layer));
  return { logLevel: resolve("logLevel", ordered), color: resolve("color", ordered) };
}

function resolve<Name extends keyof Settings>(name: Name, sources: readonly ConfigSource[]): Settings[Name] {
  const setting: Setting<Settings[Name]> = settings[name];
  const source = sources.find(({ values }) => values[name] !== undefined);
  if (source === undefined) return setting.default;
  const parsed = setting.parse(source.values[name]);
  if ("value" in parsed) return parsed.value;
  const message = `${source.origin}: ${name} is ${JSON.stringify(source.values[name])}; expected ${parsed.expected}`;
  throw new ParleyError({ code: "bad_config", message });
}

function oneOf<const Value extends string>(...values: Value[]): Setting<Value>["parse"] {
  return (value) => {
    const found = values.find((candidate) => candidate === value);
    return found === undefined ? { expected: `one of ${values.join(", ")}` } : { value: found };
  };
}
