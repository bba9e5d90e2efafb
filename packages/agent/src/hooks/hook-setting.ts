// Validates `hooks` in config.json. A mistake is an error that names the field: a hook that is skipped protects nothing.
import { describeKnownNames, isObject } from "@parley/base";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { badSetting } from "@parley/home/user-files";
import {
  HOOK_ARGS_MAX,
  HOOK_COMMAND_CHARS_MAX,
  HOOK_PATTERN_CHARS_MAX,
  HOOK_PATTERNS_MAX,
  HOOK_TIMEOUT_MS,
  HOOK_TIMEOUT_MS_MAX,
  HOOKS_MAX,
} from "../limits.ts";

export const HOOK_EVENTS = ["before_tool", "after_tool"] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

export interface HookSetting {
  readonly event: HookEvent;
  /** Names with wildcards; undefined: every tool. */
  readonly tools: readonly string[] | undefined;
  /** A program, or a shell command line if there are no `args`. */
  readonly command: string;
  readonly args: readonly string[] | undefined;
  readonly timeoutMs: number;
}

export interface HookOrigin {
  /** The file it was read from, for errors. */
  readonly path: string;
  /** Base of a relative program path. */
  readonly folder: string;
}

export const HOOK_FIELDS = ["event", "tools", "command", "args", "timeoutMs"] as const;
const FIELDS: ReadonlySet<string> = new Set(HOOK_FIELDS);

/** Throws `bad_config`. No setting means no hooks. */
export function parseHooks(raw: unknown, origin: HookOrigin): readonly HookSetting[] {
  if (raw === undefined) return [];
  if (!Array.isArray(raw) || raw.length > HOOKS_MAX)
    throw badSetting(origin.path, "hooks", raw, `a list of up to ${HOOKS_MAX}`);
  return raw.map((entry: unknown, index) => parseHook(entry, `hooks[${index}]`, origin));
}

function parseHook(raw: unknown, place: string, origin: HookOrigin): HookSetting {
  if (!isObject(raw)) throw badSetting(origin.path, place, raw, "an object");
  // A misspelt `tools` would apply a hook to all tools instead of a few.
  const stranger = Object.keys(raw).find((field) => !FIELDS.has(field));
  if (stranger !== undefined) {
    throw badSetting(origin.path, `${place}.${stranger}`, raw[stranger], describeKnownNames(stranger, HOOK_FIELDS));
  }
  const event = HOOK_EVENTS.find((known) => known === raw["event"]);
  if (event === undefined)
    throw badSetting(origin.path, `${place}.event`, raw["event"], `one of ${HOOK_EVENTS.join(", ")}`);
  const args = parseTexts(raw["args"], `${place}.args`, origin, HOOK_ARGS_MAX, HOOK_COMMAND_CHARS_MAX, true);
  return {
    event,
    tools: parseTexts(raw["tools"], `${place}.tools`, origin, HOOK_PATTERNS_MAX, HOOK_PATTERN_CHARS_MAX, false),
    command: parseCommand(raw["command"], args, `${place}.command`, origin),
    args,
    timeoutMs: parseTimeout(raw["timeoutMs"], `${place}.timeoutMs`, origin),
  };
}

/** A relative path must not resolve against the session's folder, which may come from anywhere. */
function parseCommand(raw: unknown, args: readonly string[] | undefined, place: string, origin: HookOrigin): string {
  if (typeof raw !== "string" || raw.trim() === "" || raw.length > HOOK_COMMAND_CHARS_MAX || raw.includes("\0")) {
    throw badSetting(
      origin.path,
      place,
      raw,
      `a program or a shell command line of up to ${HOOK_COMMAND_CHARS_MAX} characters`,
    );
  }
  const isLine = args === undefined && /\s/.test(raw);
  const program = isLine ? (raw.trim().split(/\s/)[0] ?? "") : raw;
  if (!isLine && raw.startsWith("~/")) return join(homedir(), raw.slice(2));
  if (!/^[\w.-]+[/\\]/.test(program) || isAbsolute(program)) return raw;
  if (!isLine) return resolve(origin.folder, raw);
  const expected = "a program on the PATH or an absolute path; with a relative path, put its arguments in args";
  throw badSetting(origin.path, place, raw, expected);
}

function parseTexts(
  raw: unknown,
  place: string,
  origin: HookOrigin,
  countMax: number,
  charsMax: number,
  mayBeEmpty: boolean,
): readonly string[] | undefined {
  if (raw === undefined) return undefined;
  const fits = (value: unknown): value is string =>
    typeof value === "string" && value.length <= charsMax && (mayBeEmpty || value !== "");
  if (!Array.isArray(raw) || raw.length > countMax || (!mayBeEmpty && raw.length === 0)) {
    throw badSetting(origin.path, place, raw, `a list of ${mayBeEmpty ? "up" : "one"} to ${countMax} strings`);
  }
  return raw.map((value: unknown, index) => {
    if (fits(value)) return value;
    throw badSetting(origin.path, `${place}[${index}]`, value, `a string of up to ${charsMax} characters`);
  });
}

function parseTimeout(raw: unknown, place: string, origin: HookOrigin): number {
  if (raw === undefined) return HOOK_TIMEOUT_MS;
  if (typeof raw === "number" && Number.isInteger(raw) && raw > 0 && raw <= HOOK_TIMEOUT_MS_MAX) return raw;
  throw badSetting(origin.path, place, raw, `an integer number of milliseconds from 1 to ${HOOK_TIMEOUT_MS_MAX}`);
}
