// Configuration: one table of settings, and one rule for which layer wins.
import { ParleyError } from "./error.ts";
import type { JsonObject } from "./json-object.ts";

/** Strongest first. The caller omits untrusted layers. */
export const CONFIG_LAYERS = ["flag", "environment", "session", "workspace", "user"] as const;
export type ConfigLayer = (typeof CONFIG_LAYERS)[number];

/** Timers count milliseconds in 31 bits. */
const SECONDS_MAX = 2_000_000;

export interface Setting<Value> {
  readonly summary: string;
  readonly default: Value;
  /** The environment variable that sets it. */
  readonly env: string;
  /** The allowed values, if they can be listed. */
  readonly choices?: readonly string[] | undefined;
  /** The JSON Schema of its value in config.json. */
  readonly schema: JsonObject;
  /** The value, or what was expected instead. Flags and variables come as text. */
  readonly parse: (value: unknown) => { readonly value: Value } | { readonly expected: string };
}

/**
 * Where agents run: without a sandbox, or in one with the network, with the model provider's hosts only, or without a
 * network.
 */
export const SANDBOX_SETTINGS = ["off", "on", "limited", "offline"] as const;
export type SandboxSetting = (typeof SANDBOX_SETTINGS)[number];

export interface Settings {
  readonly logLevel: "debug" | "info" | "warn" | "error" | "silent";
  readonly color: "auto" | "always" | "never";
  /** How the chat says that a turn ended or that an agent asks, while you are elsewhere. */
  readonly notifications: "auto" | "bell" | "osc9" | "osc777" | "off";
  /** How the chat shows pictures. */
  readonly pictures: "auto" | "kitty" | "iterm2" | "sixel" | "off";
  readonly agent: string;
  readonly level: "supervised" | "auto" | "bypass" | "autopilot";
  readonly approve: "ask" | "all" | "none" | "rules";
  readonly mode: string | undefined;
  readonly model: string | undefined;
  /** Maximum number of model requests in one turn. */
  readonly maxTurns: number | undefined;
  /** Maximum cost of one turn in US dollars. */
  readonly maxCost: number | undefined;
  readonly sandbox: SandboxSetting;
  readonly snapshots: boolean;
  readonly pty: boolean;
  readonly registry: string | undefined;
  readonly server: string;
  readonly agentIdleSeconds: number;
  readonly answerTimeoutSeconds: number;
}

/** Adding a setting takes one line in `Settings` and one row here; a test compares docs/configuration.md with it. */
export const settings: { readonly [Name in keyof Settings]: Setting<Settings[Name]> } = {
  logLevel: {
    summary: "Verbosity of diagnostics on stderr",
    default: "warn",
    env: "PARLEY_LOG_LEVEL",
    ...oneOf("debug", "info", "warn", "error", "silent"),
  },
  color: {
    summary: "Colours in the terminal; auto depends on the terminal and NO_COLOR",
    default: "auto",
    env: "PARLEY_COLOR",
    ...oneOf("auto", "always", "never"),
  },
  notifications: {
    summary: "How the chat notifies you, while you are elsewhere, that a turn ended or an agent has a question",
    default: "auto",
    env: "PARLEY_NOTIFICATIONS",
    ...oneOf("auto", "bell", "osc9", "osc777", "off"),
  },
  pictures: {
    summary: "How the chat shows pictures; auto asks the terminal, off shows a one-line description",
    default: "auto",
    env: "PARLEY_PICTURES",
    ...oneOf("auto", "kitty", "iterm2", "sixel", "off"),
  },
  agent: {
    summary: "Default agent; parley is the built-in one",
    default: "parley",
    env: "PARLEY_AGENT",
    ...anyText(),
  },
  level: {
    summary: "Approval level: what the agent may do without asking if no rule decides",
    default: "supervised",
    env: "PARLEY_LEVEL",
    ...oneOf("supervised", "auto", "bypass", "autopilot"),
  },
  approve: {
    summary: "How parley run answers questions: ask you, allow all, reject all, or follow only the rules",
    default: "ask",
    env: "PARLEY_APPROVE",
    ...oneOf("ask", "all", "none", "rules"),
  },
  mode: {
    summary: "The agent's mode for new sessions",
    default: undefined,
    env: "PARLEY_MODE",
    ...anyText(),
  },
  model: {
    summary: "The agent's model for new sessions",
    default: undefined,
    env: "PARLEY_MODEL",
    ...anyText(),
  },
  maxTurns: {
    summary: "Maximum number of model requests in one turn",
    default: undefined,
    env: "PARLEY_MAX_TURNS",
    ...positive("integer", "a whole number above 0"),
  },
  maxCost: {
    summary: "Maximum cost of one turn in US dollars",
    default: undefined,
    env: "PARLEY_MAX_COST",
    ...positive("number", "an amount in US dollars above 0, such as 0.50"),
  },
  sandbox: {
    summary: "Sandbox for agents: off, on, limited (only the model provider's hosts) or offline (no network)",
    default: "off",
    env: "PARLEY_SANDBOX",
    choices: SANDBOX_SETTINGS,
    schema: { enum: [...SANDBOX_SETTINGS, true, false] },
    parse: parseSandboxSetting,
  },
  snapshots: {
    summary: "Take snapshots of the folder before and after each turn, so that turns can be undone",
    default: true,
    env: "PARLEY_SNAPSHOTS",
    choices: ["on", "off"],
    schema: { enum: ["on", "off", true, false] },
    parse: onOrOff,
  },
  pty: {
    summary: "Run agents' commands on a pseudo-terminal of the server, so that you can type into them",
    default: true,
    env: "PARLEY_PTY",
    choices: ["on", "off"],
    schema: { enum: ["on", "off", true, false] },
    parse: onOrOff,
  },
  registry: {
    summary: "Agent registry: an https URL or a file (default: the public registry)",
    default: undefined,
    env: "PARLEY_REGISTRY",
    ...anyText(),
  },
  server: {
    summary: "Server to use: a URL, auto for this home's server, off for none",
    default: "auto",
    env: "PARLEY_SERVER",
    ...anyText(),
  },
  agentIdleSeconds: {
    summary: "How long the server keeps an unused agent process; the next prompt restarts it with its context",
    default: 1_800,
    env: "PARLEY_AGENT_IDLE_SECONDS",
    ...seconds(),
  },
  answerTimeoutSeconds: {
    summary: "How long the server waits for an answer to an agent's question; then the turn fails",
    default: 86_400,
    env: "PARLEY_ANSWER_TIMEOUT_SECONDS",
    ...seconds(),
  },
};

/** The values of one layer, and where they were read, for the error message. */
export interface ConfigSource {
  readonly layer: ConfigLayer;
  readonly origin: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Every setting from the strongest layer that has it. An invalid value is an error that names its location. */
export function resolveSettings(sources: readonly ConfigSource[]): Settings {
  const ordered = sources.toSorted((a, b) => CONFIG_LAYERS.indexOf(a.layer) - CONFIG_LAYERS.indexOf(b.layer));
  const resolved: Partial<Record<keyof Settings, unknown>> = {};
  for (const name of Object.keys(settings) as (keyof Settings)[]) resolved[name] = resolve(name, ordered);
  // The cast is safe because the parser of each row checked its value.
  return resolved as Settings;
}

function resolve(name: keyof Settings, sources: readonly ConfigSource[]): unknown {
  const setting: Setting<unknown> = settings[name];
  const source = sources.find(({ values }) => values[name] !== undefined);
  if (source === undefined) return setting.default;
  const parsed = setting.parse(source.values[name]);
  if ("value" in parsed) return parsed.value;
  const message = `${spell(name, source)} is ${JSON.stringify(source.values[name])}; expected ${parsed.expected}`;
  throw new ParleyError({ code: "bad_config", message });
}

/** A setting as it was written there: an option, a variable, or a field of a file. */
function spell(name: keyof Settings, { layer, origin }: ConfigSource): string {
  if (layer === "flag") return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return layer === "environment" ? settings[name].env : `${origin}: ${name}`;
}

function oneOf<const Value extends string>(...choices: Value[]): Pick<Setting<Value>, "choices" | "parse" | "schema"> {
  const parse: Setting<Value>["parse"] = (value) => {
    const found = choices.find((candidate) => candidate === value);
    return found === undefined ? { expected: `one of ${choices.join(", ")}` } : { value: found };
  };
  return { choices, schema: { enum: choices }, parse };
}

/** Also true and false, as JSON has them. */
export function parseSandboxSetting(
  value: unknown,
): { readonly value: SandboxSetting } | { readonly expected: string } {
  const text = value === true || value === "true" ? "on" : value === false || value === "false" ? "off" : value;
  const found = SANDBOX_SETTINGS.find((setting) => setting === text);
  return found === undefined ? { expected: `one of ${SANDBOX_SETTINGS.join(", ")}` } : { value: found };
}

/** Takes the stricter value, so that one layer cannot weaken what another asked for. */
export function stricterSandbox(one: SandboxSetting, other: SandboxSetting): SandboxSetting {
  return SANDBOX_SETTINGS.indexOf(one) > SANDBOX_SETTINGS.indexOf(other) ? one : other;
}

type Parser<Value> = Pick<Setting<Value>, "parse" | "schema">;

function anyText(): Parser<string> {
  return {
    schema: { type: "string", pattern: String.raw`\S` },
    parse: (value) =>
      typeof value === "string" && value.trim() !== "" ? { value } : { expected: "a non-empty string" },
  };
}

function seconds(): Parser<number> {
  const fits = (number: number): boolean => Number.isInteger(number) && number >= 1 && number <= SECONDS_MAX;
  return {
    schema: { type: "integer", minimum: 1, maximum: SECONDS_MAX },
    parse: (value) => toNumber(value, fits, `a whole number of seconds from 1 to ${SECONDS_MAX}`),
  };
}

function positive(type: "integer" | "number", expected: string): Parser<number> {
  const isOfType = type === "integer" ? Number.isSafeInteger : Number.isFinite;
  return {
    schema: { type, exclusiveMinimum: 0 },
    parse: (value) => toNumber(value, (number) => isOfType(number) && number > 0, expected),
  };
}

/** Flags and variables come as text. */
function toNumber(
  value: unknown,
  fits: (number: number) => boolean,
  expected: string,
): { readonly value: number } | { readonly expected: string } {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && fits(number) ? { value: number } : { expected };
}

function onOrOff(value: unknown): { readonly value: boolean } | { readonly expected: string } {
  if (value === true || value === "on" || value === "true") return { value: true };
  return value === false || value === "off" || value === "false" ? { value: false } : { expected: "on or off" };
}
