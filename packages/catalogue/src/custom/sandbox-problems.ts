// Validates `agents.NAME.sandbox` in the configuration.
import { isObject } from "@parley/base";
import { parseHostPattern, parseSandboxSetting } from "@parley/base";
import { isText } from "../fields.ts";
import { SANDBOX_PLACES_MAX } from "../limits.ts";

export const LISTS = ["hosts", "read", "write"] as const;

/** Each begins with the field: `.sandbox.hosts: …`. */
export function problemsOfSandbox(raw: unknown): string[] {
  if (!isObject(raw)) {
    const parsed = parseSandboxSetting(raw);
    return "value" in parsed
      ? []
      : [`.sandbox: expected ${parsed.expected}, or an object with mode, hosts, read, write`];
  }
  const mode = raw["mode"] === undefined ? undefined : parseSandboxSetting(raw["mode"]);
  const problems = mode === undefined || "value" in mode ? [] : [`.sandbox.mode: expected ${mode.expected}`];
  for (const list of LISTS) if (raw[list] !== undefined) problems.push(...problemsOfList(list, raw[list]));
  const known: readonly string[] = ["mode", ...LISTS];
  const unknown = Object.keys(raw).find((name) => !known.includes(name));
  if (unknown !== undefined) problems.push(`.sandbox.${unknown}: expected one of ${known.join(", ")}`);
  return problems;
}

function problemsOfList(name: (typeof LISTS)[number], list: unknown): string[] {
  if (!Array.isArray(list) || list.length > SANDBOX_PLACES_MAX) {
    return [`.sandbox.${name}: expected a list of at most ${SANDBOX_PLACES_MAX} strings`];
  }
  const isFit = name === "hosts" ? isHost : isPlace;
  const wrong = list.findIndex((entry) => !isFit(entry));
  const expected =
    name === "hosts" ? '"host", "host:port" or "*.host"' : 'an absolute path, or one that starts with "~/"';
  return wrong === -1 ? [] : [`.sandbox.${name}[${wrong}]: expected ${expected}`];
}

function isHost(value: unknown): boolean {
  return isText(value) && parseHostPattern(value) !== undefined;
}

function isPlace(value: unknown): boolean {
  return isText(value) && /^(\/|~\/)/.test(value);
}
